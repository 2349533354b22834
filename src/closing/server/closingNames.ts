import type { Db } from '#db/schema.ts'
import { dayText } from '#kit/calendar.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { closingsByIds } from './store.ts'

/** 'Garagem Centro nº 37 de 26/11/2026' by closing. */
export async function closingNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const lots = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  const rows = await closingsByIds(db, ids)
  return new Map(
    rows.map((row) => [row.id, `${lots.get(row.lot_id) ?? ''} nº ${row.number} de ${dayText(row.day)}`]),
  )
}
