import { useSyncExternalStore } from 'react'

/** A value outside React that screens can watch. */
export type Store<T> = {
  get(): T
  set(next: T | ((now: T) => T)): void
  subscribe(listener: () => void): () => void
}

/** `const basket = createStore<Item[]>([])`, then `useStore(basket)` inside components. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = isUpdate(next) ? next(value) : next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isUpdate<T>(next: T | ((now: T) => T)): next is (now: T) => T {
  return typeof next === 'function'
}

/** The store's value, kept fresh. `atPrerender` is what the first HTML showed, where it can differ. */
export function useStore<T>(store: Store<T>, atPrerender?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () =>
    atPrerender === undefined ? store.get() : atPrerender,
  )
}
