import { dayMs, plus } from '#kit/clock.ts'

/** Days that hourly sums are kept: less than any row that they sum. */
export const hourDays = 4 * 366
/** For time zones and clock differences. */
const margin = 3

/** Whether all hourly sums from this day ('YYYY-MM-DD') on are kept. */
export function hasHours(from: string, now: Date): boolean {
  return (
    from >=
    plus(now, (margin - hourDays) * dayMs)
      .toISOString()
      .slice(0, 10)
  )
}
