import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** The number of the closing that counts each ledger row; rows that none counts are missing. */
export async function closingNumbers(
  db: Db,
  ledgerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; number: number }>`
    select booked.id, counted.number
    from (
      select l.id, p.lot_id, (l.at at time zone p.time_zone)::date as day
      from ledger l join payment p on p.id = l.payment_id
      where l.id = any(${[...ledgerIds]}::bigint[])
    ) booked
      join closing_start start on start.lot_id = booked.lot_id
        and (booked.day >= start.day or booked.id > start.ledger_id)
      cross join lateral (
        select number from closing
        where closing.lot_id = booked.lot_id and closing.day >= booked.day and closing.ledger_id >= booked.id
        order by closing.day limit 1
      ) counted`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
