import { createPersonalStore } from './personalStore.ts'

type ShortLivedStore<T> = {
  set: (value: T) => void
  take: (name: string) => T | null
  /** Without removing, because React may repeat a render. */
  peek: (name: string) => T | null
}

/** For the next screen, valid for `maxAgeMs`, cleared with the person. */
export function createShortLivedStore<T>(nameOf: (value: T) => string, freshMs: number): ShortLivedStore<T> {
  const latest = createPersonalStore<{ value: T; at: number } | null>(null)
  const read = (name: string): T | null => {
    const kept = latest.get()
    const isNews = kept !== null && Date.now() - kept.at < freshMs
    return isNews && nameOf(kept.value) === name ? kept.value : null
  }
  return {
    set: (value) => latest.set({ value, at: Date.now() }),
    take(name) {
      const taken = read(name)
      latest.set(null)
      return taken
    },
    peek: read,
  }
}
