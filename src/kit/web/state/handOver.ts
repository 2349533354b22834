import { createPersonalStore } from './personal.ts'

export type HandOver<T> = {
  /** Keeps what the server has just answered, for the screen that follows. */
  keep: (value: T) => void
  /** What the screen before has got under this name, once. Null after a reload, and when it is no news any more. */
  take: (name: string) => T | null
  /** The same, and it stays: for a render, which React may discard. An effect `take`s it. */
  read: (name: string) => T | null
}

/** What one screen hands on to the next, so that it is not asked for again: of one person, for so many milliseconds. */
export function createHandOver<T>(nameOf: (value: T) => string, freshMs: number): HandOver<T> {
  const latest = createPersonalStore<{ value: T; at: number } | null>(null)
  const read = (name: string): T | null => {
    const kept = latest.get()
    const isNews = kept !== null && Date.now() - kept.at < freshMs
    return isNews && nameOf(kept.value) === name ? kept.value : null
  }
  return {
    keep: (value) => latest.set({ value, at: Date.now() }),
    take(name) {
      const taken = read(name)
      latest.set(null)
      return taken
    },
    read,
  }
}
