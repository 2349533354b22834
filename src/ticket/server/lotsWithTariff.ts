import type { Db } from '#db/schema.ts'

/** The numbers of the lots that have a tariff in force: cars enter no other, and no space of another is sold. */
export async function lotsWithTariff(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('tariff').select('lot_id').distinct().execute()
  return new Set(rows.map(({ lot_id }) => lot_id))
}
