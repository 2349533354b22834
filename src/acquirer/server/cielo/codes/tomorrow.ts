import { dayMs, minuteMs } from '#kit/clock.ts'

/** Brasília's distance from UTC, by which Cielo counts its days. */
const behindMs = 180 * minuteMs
/** Whoever asks in the first minute of a day may still meet yesterday's. */
const marginMs = 10 * minuteMs

/** Early on Cielo's next day: what it does not do on the day of a sale may be asked for then. */
export function tomorrowAtCielo(now: Date): Date {
  const days = Math.floor((now.getTime() - behindMs) / dayMs) + 1
  return new Date(days * dayMs + behindMs + marginMs)
}
