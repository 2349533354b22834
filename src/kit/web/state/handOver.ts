import { createPersonalStore } from './personal.ts'

type HandOver<T> = {
  keep: (value: T) => void
  take: (name: string) => T | null
  /** Without removing, because React may repeat a render. */
  read: (name: string) => T | null
}

/** For the next screen, valid for `freshMs`, cleared with the person. */
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
