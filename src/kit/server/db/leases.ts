import { type RawBuilder, sql } from 'kysely'
import type { SharedClock } from '../../clock.ts'

/* Leases use the database's clock, because the clocks of two instances may differ by minutes. */

export function leaseFor(ms: number): RawBuilder<Date> {
  return sql<Date>`statement_timestamp() + ${ms} * interval '1 millisecond'`
}

export function agoBy(ms: number): RawBuilder<Date> {
  return sql<Date>`statement_timestamp() - ${ms} * interval '1 millisecond'`
}

export function isLeaseFree(column: string): RawBuilder<boolean> {
  const until = sql.ref(column)
  return sql<boolean>`(${until} is null or ${until} <= statement_timestamp())`
}

/** The database's time plus `ms`. `clock_timestamp()`, unlike `now()`, is not before a row that was waited for. */
export function sharedNow(clock: Pick<SharedClock, 'fixed'>, ms = 0): RawBuilder<Date> {
  return sql<Date>`(coalesce(${clock.fixed()}::timestamptz, clock_timestamp()) + ${ms} * interval '1 millisecond')`
}
