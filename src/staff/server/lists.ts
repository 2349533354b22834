import { isoIn, addMs, dayMs, hourMs } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { invalidPeriodText } from '../fields.ts'

/** Of statements (docs/spec.md#r42), and of bounds whose rows have zones of their own. */
export const brasiliaTimeZone = 'America/Sao_Paulo'

/** The zone of what has no lot (docs/back-office.md#settings). */
export type OperatorTimeZone = () => Promise<string>

export function wireTimestamps(
  { created_at, updated_at }: { created_at: Date; updated_at: Date },
  timeZone: string,
) {
  return { created_at: isoIn(timeZone, created_at), updated_at: isoIn(timeZone, updated_at) }
}

/** The answer of an `edited()` reply. */
export function editedReply<T>(entity: T): { entity: T; data: T } {
  return { entity, data: entity }
}

type Bounds = { readonly from?: string | null; readonly until?: string | null }

/** Both days are inclusive, of this time zone. Throws 422 for an end before the beginning. */
export function periodOf(
  { from = null, until = null }: Bounds,
  timeZone: string,
): { from: Date | null; until: Date | null } {
  const begin = from === null ? null : beginningOf(from, timeZone)
  const isDay = until?.length === 10
  const end = until === null ? null : addMs(beginningOf(until, timeZone), isDay ? 24 * hourMs : 0)
  const isBackwards = begin !== null && end !== null && (isDay ? end <= begin : end < begin)
  if (isBackwards) throw invalid({ until: [invalidPeriodText] })
  return { from: begin, until: end }
}

const maxPeriodMs = 400 * dayMs

/** Throws 422 as `periodOf`, and `period_required` without a period of at most 400 days. */
export function assertPeriod(query: Bounds, timeZone: string): void {
  const { from, until } = periodOf(query, timeZone)
  if (from === null || until === null || until.getTime() - from.getTime() > maxPeriodMs)
    throw fail('period_required')
}

function beginningOf(text: string, timeZone: string): Date {
  if (text.length > 10) return new Date(text)
  const noon = new Date(`${text}T12:00:00Z`)
  return new Date(`${text}T00:00:00${isoIn(timeZone, noon).slice(19)}`)
}
