import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** A row of the gates' feed, with its lot's time zone. */
export type NewsRow = {
  readonly id: number
  readonly kind: string
  readonly ticket_code: string
  readonly lot_id: number
  readonly deadline_at: Date | null
  readonly at: Date
  readonly time_zone: string
}

/** News of some lots after a number, the oldest first. */
export async function gateNewsAfter(
  db: Db,
  { lotIds, after, limit }: { lotIds: readonly number[]; after: number; limit: number },
): Promise<NewsRow[]> {
  return db
    .selectFrom('equipment_event')
    .innerJoin('lot', 'lot.id', 'equipment_event.lot_id')
    .selectAll('equipment_event')
    .select('lot.time_zone')
    .where('equipment_event.id', '>', after)
    .where(sql<boolean>`equipment_event.lot_id = any(${[...lotIds]}::int[])`)
    .orderBy('equipment_event.id')
    .limit(limit)
    .execute()
}
