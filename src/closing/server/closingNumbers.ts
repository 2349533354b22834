import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Booked } from '#staff/server/exports/exportOf.ts'

/** By ledger row; rows that no closing counts are missing. */
export async function closingNumbers(db: Db, rows: readonly Booked[]): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ id: number; number: number }>`
    select booked.id, counted.number
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.lot_id)}::int[],
        ${rows.map(({ day }) => day)}::date[]) as booked (id, lot_id, day)
      join closing_start start on start.lot_id = booked.lot_id
        and (booked.day >= start.day or booked.id > start.ledger_id)
      cross join lateral (
        select number from closing
        where closing.lot_id = booked.lot_id and closing.day >= booked.day and closing.ledger_id >= booked.id
        order by closing.day limit 1
      ) counted`.execute(db)
  return new Map(found.rows.map(({ id, number }) => [id, number]))
}
