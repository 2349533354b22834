const prefix = 'guiche.own.'

/** Keeps something of the signed-in person's on this device, to be read without a signal; gone when they sign out. */
export function keepOwn(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A storage that is full or forbidden: then it is not there without a signal.
    return
  }
}

/** What was kept, unchecked; null when there is nothing. */
export function readOwn(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/** Forgets everything that was kept: the person has left. */
export function forgetOwn(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    return
  }
}
