import { isoIn, later } from './clock.ts'

/** '2026-12-01T00:00' of a zone's clock; a time that a clock change skips is as much later. */
export function localInstant(local: string, timeZone: string): Date {
  const wallMs = Date.parse(`${local}Z`)
  const guess = new Date(wallMs - offsetMs(new Date(wallMs), timeZone))
  const at = new Date(wallMs - offsetMs(guess, timeZone))
  return isoIn(timeZone, at).startsWith(local) ? at : later(at, guess)
}

/** Midnight of 'YYYY-MM-DD', or as much later where a clock change skips it. */
export function startOfDay(day: string, timeZone: string): Date {
  return localInstant(`${day}T00:00`, timeZone)
}

/** `isoIn` has whole seconds: `at` must be one. */
function offsetMs(at: Date, timeZone: string): number {
  return Date.parse(`${isoIn(timeZone, at).slice(0, 19)}Z`) - at.getTime()
}
