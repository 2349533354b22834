import { type RawBuilder, sql } from 'kysely'

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
