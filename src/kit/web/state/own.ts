const prefix = 'guiche.own.'
const owner = 'owner'

/**
 * Whose the things kept on this device are, from now on: what was kept of anybody else goes, and so does what is
 * nobody's. Null: nobody is signed in.
 */
export function belongTo(userId: number | null): void {
  if (userId !== null && read(owner) === userId) return
  forgetOwn()
  if (userId !== null) write(owner, userId)
}

/**
 * Keeps something of the signed-in person's on this device, to be read without a signal; gone when they sign out.
 * Nothing is kept while what is here belongs to somebody else, or to nobody: they have left meanwhile.
 */
export function keepOwn(userId: number, name: string, value: unknown): void {
  if (read(owner) === userId) write(name, value)
}

/** What was kept, unchecked; null when there is nothing, or nobody whose it is. */
export function readOwn(name: string): unknown {
  return read(owner) === null ? null : read(name)
}

/** Forgets everything that was kept: the person has left. */
export function forgetOwn(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    return
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A storage that is full or forbidden: then it is not there without a signal.
    return
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}
