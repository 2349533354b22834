import type { Db } from '#db/schema.ts'
import type { WireLotStats } from '../../contract.ts'
import { noneReserved, type Reserved } from '../../spaces.ts'
import { allLots } from '../store.ts'
import { wireLotStats } from '../view.ts'

/** Which reserved spaces are spoken for, by lot. Wired in app/server/deps.ts: parking never imports reservation. */
export type CountReserved = (db: Db, now: Date) => Promise<ReadonlyMap<number, Reserved>>

/** Free spaces per lot, by name (docs/calls.md#parking). */
export async function readStats(db: Db, countReserved: CountReserved, now: Date): Promise<WireLotStats[]> {
  const reserved = await countReserved(db, now)
  const lots = await allLots(db)
  return lots.map((lot) => wireLotStats(lot, reserved.get(lot.id) ?? noneReserved))
}
