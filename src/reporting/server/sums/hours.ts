import { dayMs, plus } from '#kit/clock.ts'

/**
 * How long sums by the hour are kept. Shorter than any row that they sum: the last of those of a payment, a refund years
 * after it, goes with the payment, counted from its beginning.
 */
export const hourDays = 4 * 366
/** For zones, and for clocks that differ. */
const margin = 3

/** Whether the hours of a span are all still kept that begins with this day ('YYYY-MM-DD'). */
export function hasHours(from: string, now: Date): boolean {
  return (
    from >=
    plus(now, (margin - hourDays) * dayMs)
      .toISOString()
      .slice(0, 10)
  )
}
