type StorageArea = 'localStorage' | 'sessionStorage'

/** Returns null where the storage is full or forbidden. */
function tryStorage<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Returns parsed JSON; null where nothing is stored. */
export function readStored(place: StorageArea, key: string): unknown {
  return tryStorage((): unknown => JSON.parse(globalThis[place].getItem(key) ?? 'null'))
}

export function writeStored(place: StorageArea, key: string, value: unknown): void {
  tryStorage(() => globalThis[place].setItem(key, JSON.stringify(value)))
}

export function removeStored(place: StorageArea, key: string): void {
  tryStorage(() => globalThis[place].removeItem(key))
}

export function removeStoredByPrefix(place: StorageArea, prefix: string): void {
  for (const key of tryStorage(() => Object.keys(globalThis[place])) ?? [])
    if (key.startsWith(prefix)) removeStored(place, key)
}
