import { createStore, type Store } from './store.ts'

const forgetting: Array<() => void> = []

/** Reset by `forgetPersonal`. */
export function createPersonalStore<T>(nothing: T, initial = nothing): Store<T> {
  const store = createStore(initial)
  forgetting.push(() => store.set(() => nothing))
  return store
}

export function forgetPersonal(): void {
  for (const forget of forgetting) forget()
}
