import { dayMs, minuteMs } from '#kit/clock.ts'

/** Brasília time. */
const behindMs = 180 * minuteMs
/** Cielo's day may change some minutes late. */
const marginMs = 10 * minuteMs

export function tomorrowAtCielo(now: Date): Date {
  const days = Math.floor((now.getTime() - behindMs) / dayMs) + 1
  return new Date(days * dayMs + behindMs + marginMs)
}
