import { createDateFormat } from './text/formats.ts'

export type Clock = { now(): Date }

/**
 * `shared` returns the database's time that a statement read (docs/spec.md#r21), and `fixed` null; a test
 * sets both.
 */
export type SharedClock = Clock & { shared(read: Date): Date; fixed(): Date | null }

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** A gate's clock may be ahead by this. */
export const clockSkewMs = minuteMs

/** Adds milliseconds. */
export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** The later instant. */
export function later(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b
}

/** The earlier instant. */
export function earlier(a: Date, b: Date): Date {
  return a.getTime() <= b.getTime() ? a : b
}

const localText = createDateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** '2026-11-21T14:35:00-03:00': the zone's time with its offset, in whole seconds, of the years 0 to 9999. */
export function isoIn(timeZone: string, at: Date): string {
  const { minutes, text } = offsetOf(timeZone, at)
  const wall = new Date(at.getTime() + minutes * minuteMs).toISOString()
  return `${wall.slice(0, wall.lastIndexOf('.'))}${text}`
}

type Offset = { readonly minutes: number; readonly text: string }

/** Offsets change at a quarter of an hour only. */
const quarterMs = 15 * minuteMs
const maxCachedOffsets = 1000
const offsets = new Map<string, Offset>()

function offsetOf(timeZone: string, at: Date): Offset {
  const key = `${timeZone} ${Math.floor(at.getTime() / quarterMs)}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = readOffset(timeZone, at)
    if (offsets.size >= maxCachedOffsets) offsets.clear()
    offsets.set(key, offset)
  }
  return offset
}

/** Outside them formatted years have other than four digits. */
const formattedYears = [new Date('1001-01-01T00:00:00Z'), new Date('9998-12-31T00:00:00Z')] as const

/** The offset of the nearest formatted year: zones changed between none of the others. */
function readOffset(timeZone: string, instant: Date): Offset {
  const at = earlier(later(instant, formattedYears[0]), formattedYears[1])
  const wall = Date.parse(`${localText(at, timeZone).replace(' ', 'T')}Z`)
  const minutes = Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / minuteMs)
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const text = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  return { minutes, text }
}

/** 185 -> '3h05min', 43,200 -> '30 dias', 1,505 -> '1 dia, 1h05min'. */
export function durationText(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  const ofDay = hours === 0 ? `${rest}min` : `${hours}h${String(rest).padStart(2, '0')}min`
  if (days === 0) return ofDay
  const inDays = days === 1 ? '1 dia' : `${days} dias`
  return minutes % 1440 === 0 ? inDays : `${inDays}, ${ofDay}`
}
