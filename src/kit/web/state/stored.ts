type Place = 'localStorage' | 'sessionStorage'

/** Parsed JSON; null where nothing is stored, or the browser forbids it. */
export function readStored(place: Place, key: string): unknown {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Nothing is kept where the storage is full or forbidden. */
export function writeStored(place: Place, key: string, value: unknown): void {
  try {
    globalThis[place].setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function removeStored(place: Place, key: string): void {
  try {
    globalThis[place].removeItem(key)
  } catch {
    return
  }
}

/** All keys that begin so. */
export function removeAllStored(place: Place, prefix: string): void {
  try {
    for (const key of Object.keys(globalThis[place])) if (key.startsWith(prefix)) removeStored(place, key)
  } catch {
    return
  }
}
