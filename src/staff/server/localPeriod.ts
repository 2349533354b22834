import { type RawBuilder, sql } from 'kysely'
import { earlier, hourMs, addMs } from '#kit/clock.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { brasiliaTimeZone, periodOf } from './lists.ts'
import { isInLots } from './member.ts'

/**
 * Days are of each row's time zone (docs/spec.md#r42). The rows lie between `from` and `until`; `fromDay` and
 * `untilDay` are null for a bound that is an instant.
 */
export type LocalPeriod = {
  readonly from: Date | null
  readonly until: Date | null
  readonly fromDay?: string | null
  readonly untilDay?: string | null
}

/** Difference between two of Brazil's zones at most, summer time included. */
export const maxZoneDifferenceMs = 4 * hourMs

export type PeriodBounds = { readonly before?: Date; readonly timeZone?: string }

/** Ends at `before`. Throws 422 as `periodOf`. */
export function localPeriodOf(
  query: Parameters<typeof periodOf>[0],
  { before, timeZone = brasiliaTimeZone }: PeriodBounds = {},
): LocalPeriod {
  const { from, until } = periodOf(query, timeZone)
  const fromDay = dayIn(query.from)
  const untilDay = dayIn(query.until)
  const last = until !== null && untilDay !== null ? addMs(until, maxZoneDifferenceMs) : until
  return {
    from: from !== null && fromDay !== null ? addMs(from, -maxZoneDifferenceMs) : from,
    until: before === undefined ? last : earlier(last ?? before, before),
    fromDay,
    untilDay,
  }
}

function dayIn(text: string | null | undefined): string | null {
  return text?.length === 10 ? text : null
}

export function inPeriod(
  { from, until, fromDay = null, untilDay = null }: LocalPeriod,
  at: RawBuilder<unknown>,
  zone: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const day = sql`(${at} at time zone ${zone})::date`
  const bounds = [
    ...(from === null ? [] : [sql`${at} >= ${from}`]),
    ...(until === null ? [] : [sql`${at} < ${until}`]),
    // Only near midnight the row's own zone matters; to find it costs more than the rest.
    ...(from === null || fromDay === null
      ? []
      : [sql`(${at} >= ${addMs(from, 2 * maxZoneDifferenceMs)} or ${day} >= ${fromDay}::date)`]),
    ...(until === null || untilDay === null
      ? []
      : [sql`(${at} < ${addMs(until, -2 * maxZoneDifferenceMs)} or ${day} <= ${untilDay}::date)`]),
  ]
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(bounds, sql` and `)})`
}

/** Whether a row is of the period and the lots; `row` names its columns. */
export function isWithin(
  { lots, ...period }: LocalPeriod & { readonly lots: VisibleLots },
  row: Readonly<Record<'at' | 'zone' | 'lot', string>>,
): RawBuilder<boolean> {
  const ofPeriod = inPeriod(period, sql.ref(row.at), sql.ref(row.zone))
  return sql<boolean>`(${ofPeriod} and ${isInLots(lots, sql.ref(row.lot))})`
}
