import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get(): T
  set(next: T | ((now: T) => T)): void
  subscribe(listener: () => void): () => void
}

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

export function useStore<T>(store: Store<T>, atPrerender?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () =>
    atPrerender === undefined ? store.get() : atPrerender,
  )
}

/** Runs `then` once the value matches and listeners of that change are done; at once if it matches now. */
export function whenValue<T>(store: Store<T>, matches: (value: T) => boolean, then: () => void): void {
  if (matches(store.get())) return then()
  const stop = store.subscribe(() => {
    if (!matches(store.get())) return
    stop()
    setTimeout(() => whenValue(store, matches, then))
  })
}
