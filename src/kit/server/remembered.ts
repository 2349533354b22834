import type { Clock } from '../clock.ts'

type Remembered<T> = {
  /** The last answer, unless it is older than that or was forgotten. A failure is not remembered. */
  readonly read: () => Promise<T>
  /** Whoever reads from now on is told anew, also where an answer is on its way. */
  readonly forget: () => void
}

/** `read`, asked again only when its last answer is older than `forMs`, or forgotten. */
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
