import type { Clock } from '../clock.ts'

/** `read`, asked again only when its last answer is older than `forMs`. A failure is not remembered. */
export function remembered<T>(clock: Clock, forMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: T; until: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (kept !== null && now < kept.until) return kept.value
    const value = await read()
    kept = { value, until: now + forMs }
    return value
  }
}
