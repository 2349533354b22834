import { isoIn, later } from '#kit/clock.ts'

/** '2026-12-01T00:00' of a zone's clock; a time that a clock change skips is as much later. */
export function localInstant(local: string, timeZone: string): Date {
  const wallMs = Date.parse(`${local}Z`)
  const guess = new Date(wallMs - offsetMs(new Date(wallMs), timeZone))
  const at = new Date(wallMs - offsetMs(guess, timeZone))
  return isoIn(timeZone, at).startsWith(local) ? at : later(at, guess)
}

/** 'YYYY-MM-DDThh:mm' of a zone's clock. */
export function localText(at: Date, timeZone: string): string {
  return isoIn(timeZone, at).slice(0, 16)
}

function offsetMs(at: Date, timeZone: string): number {
  const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000
  return Date.parse(`${isoIn(timeZone, at).slice(0, 19)}Z`) - wholeSeconds
}
