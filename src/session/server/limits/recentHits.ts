import { addMs } from '#kit/clock.ts'
import { limits, type SlidingLimit } from '../../limits.ts'
import { secondsUntilExpiry } from './hits.ts'

/** Counts hits in this process only. */
export function recentHits(limit: SlidingLimit) {
  const { windowMs, max } = limits[limit]
  /** Sorted by their last hit. */
  const hitsOf = new Map<string, readonly Date[]>()
  const deleteOld = (since: Date) => {
    for (const [key, hits] of hitsOf) {
      if (hits.some((at) => at > since)) return
      hitsOf.delete(key)
    }
  }
  return {
    /** Records a hit and returns null; at the limit, the seconds to wait. */
    record: (key: string, now: Date): number | null => {
      const since = addMs(now, -windowMs)
      deleteOld(since)
      const recent = (hitsOf.get(key) ?? []).filter((at) => at > since)
      const [oldest] = recent
      if (oldest !== undefined && recent.length >= max) return secondsUntilExpiry(limit, oldest, now)
      hitsOf.delete(key)
      hitsOf.set(key, [...recent, now])
      return null
    },
  }
}
