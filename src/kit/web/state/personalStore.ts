import { createStore, type Store } from './store.ts'

const resetters: Array<() => void> = []

/** A store of one person's data, which `resetPersonalStores` empties. */
export function createPersonalStore<T>(empty: T, initial = empty): Store<T> {
  const store = createStore(initial)
  resetters.push(() => store.set(() => empty))
  return store
}

export function resetPersonalStores(): void {
  for (const reset of resetters) reset()
}
