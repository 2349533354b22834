import type { Clock } from '../clock.ts'

type Remembered<T> = {
  /** The cached value, or a new one when it is missing or expired. Failures are not cached. */
  readonly read: () => Promise<T>
  /** Invalidates the cache, including a read in progress. */
  readonly forget: () => void
}

/** Caches the result of `read` for `forMs`. */
export function remembered<T>(clock: Clock, forMs: number, read: () => Promise<T>): Remembered<T> {
  let kept: { value: T; until: number } | null = null
  let forgotten = 0
  return {
    read: async () => {
      const now = clock.now().getTime()
      if (kept !== null && now < kept.until) return kept.value
      const before = forgotten
      const value = await read()
      if (before === forgotten) kept = { value, until: now + forMs }
      return value
    },
    forget: () => {
      forgotten += 1
      kept = null
    },
  }
}
