import { isoIn, addMs, hourMs } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { invalidPeriodText } from '../fields.ts'

export const perPage = 20

/** The operator's time zone, for what has no lot. */
export const operatorTimeZone = 'America/Sao_Paulo'

export function wireTimestamps({ created_at, updated_at }: { created_at: Date; updated_at: Date }) {
  return { created_at: isoIn(operatorTimeZone, created_at), updated_at: isoIn(operatorTimeZone, updated_at) }
}

/** The answer of an `edited()` reply. */
export function editedReply<T>(entity: T): { entity: T; data: T } {
  return { entity, data: entity }
}

/** Both days are inclusive. Throws 422 for an end before the beginning. */
export function periodOf({ from, until }: { from: string | null; until: string | null }): {
  from: Date | null
  until: Date | null
} {
  const begin = from === null ? null : beginningOf(from)
  const isDay = until?.length === 10
  const end = until === null ? null : addMs(beginningOf(until), isDay ? 24 * hourMs : 0)
  const isBackwards = begin !== null && end !== null && (isDay ? end <= begin : end < begin)
  if (isBackwards) throw invalid({ until: [invalidPeriodText] })
  return { from: begin, until: end }
}

function beginningOf(text: string): Date {
  if (text.length > 10) return new Date(text)
  const noon = new Date(`${text}T12:00:00Z`)
  return new Date(`${text}T00:00:00${isoIn(operatorTimeZone, noon).slice(19)}`)
}
