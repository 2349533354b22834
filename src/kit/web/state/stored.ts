type Place = 'localStorage' | 'sessionStorage'

/** Null where the storage is full or forbidden. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Parsed JSON; null where nothing is stored. */
export function readStored(place: Place, key: string): unknown {
  return attempt((): unknown => JSON.parse(globalThis[place].getItem(key) ?? 'null'))
}

export function writeStored(place: Place, key: string, value: unknown): void {
  attempt(() => globalThis[place].setItem(key, JSON.stringify(value)))
}

export function removeStored(place: Place, key: string): void {
  attempt(() => globalThis[place].removeItem(key))
}

/** All keys that begin so. */
export function removeAllStored(place: Place, prefix: string): void {
  for (const key of attempt(() => Object.keys(globalThis[place])) ?? [])
    if (key.startsWith(prefix)) removeStored(place, key)
}
