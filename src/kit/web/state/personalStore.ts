import { createStore, type Store } from './store.ts'

const resetters: Array<() => void> = []

/** Reset by `resetPersonalStores`. */
export function createPersonalStore<T>(nothing: T, initial = nothing): Store<T> {
  const store = createStore(initial)
  resetters.push(() => store.set(() => nothing))
  return store
}

export function resetPersonalStores(): void {
  for (const forget of resetters) forget()
}
