import { createPersonalStore } from './personalStore.ts'

/** Hands a value to the next screen. It is valid for `maxAgeMs` and belongs to one person. */
export function createShortLivedStore<T>(nameOf: (value: T) => string, maxAgeMs: number) {
  const latest = createPersonalStore<{ value: T; at: number } | null>(null)
  /** Reads without removing, because React may repeat a render. */
  const peek = (name: string): T | null => {
    const kept = latest.get()
    const isFresh = kept !== null && performance.now() - kept.at < maxAgeMs
    return isFresh && nameOf(kept.value) === name ? kept.value : null
  }
  return {
    set: (value: T) => latest.set({ value, at: performance.now() }),
    take(name: string) {
      const taken = peek(name)
      latest.set(null)
      return taken
    },
    peek,
  }
}
