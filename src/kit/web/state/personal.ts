import { createStore } from './store.ts'
import type { Store } from './store.ts'

const forgetting: Array<() => void> = []

/**
 * A value at module level that belongs to who uses the page: `forgetPersonal` empties it, so that the next person finds
 * nothing of it. `initial`: what it holds at the start, where that is not nothing.
 */
export function createPersonalStore<T>(nothing: T, initial = nothing): Store<T> {
  const store = createStore(initial)
  forgetting.push(() => store.set(() => nothing))
  return store
}

/** Empties every personal store. */
export function forgetPersonal(): void {
  for (const forget of forgetting) forget()
}
