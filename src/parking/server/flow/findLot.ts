import type { Db } from '#db/schema.ts'

export type Lot = { id: number; name: string; timeZone: string }

/** One lot; undefined when it does not exist. */
export async function findLot(db: Db, id: number): Promise<Lot | undefined> {
  return db
    .selectFrom('lot')
    .select(['id', 'name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirst()
}
