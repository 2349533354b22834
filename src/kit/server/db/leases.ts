import { type RawBuilder, sql } from 'kysely'
import type { SharedClock } from '../../clock.ts'

/*
 * Who holds something for a while holds it by the database's clock: those of two instances may be minutes apart, and
 * the one ahead would take what the other still holds.
 */

/** The end of a lease that is taken now. */
export function leaseFor(ms: number): RawBuilder<Date> {
  return sql<Date>`statement_timestamp() + ${ms} * interval '1 millisecond'`
}

/** The instant so long ago, by the database's clock: what two instances compare was written by either. */
export function agoBy(ms: number): RawBuilder<Date> {
  return sql<Date>`statement_timestamp() - ${ms} * interval '1 millisecond'`
}

/** Whether nobody holds a lease (any more) whose end is in `column`. */
export function isFree(column: string): RawBuilder<boolean> {
  const until = sql.ref(column)
  return sql<boolean>`(${until} is null or ${until} <= statement_timestamp())`
}

/**
 * Now and so many ms, by the clock that instances share: also for who waits for a row that another has just written, so
 * that nobody's now is before what they find there.
 */
export function sharedNow(clock: Pick<SharedClock, 'fixed'>, ms = 0): RawBuilder<Date> {
  return sql<Date>`(coalesce(${clock.fixed()}::timestamptz, clock_timestamp()) + ${ms} * interval '1 millisecond')`
}
