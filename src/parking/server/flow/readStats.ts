import type { Db } from '#db/schema.ts'
import type { WireLotStats } from '../../contract.ts'
import { noneReserved, type Reserved } from '../../spaces.ts'
import { allLots } from '../store.ts'
import { wireLotStats } from '../view.ts'

/** Which reserved spaces are spoken for, by lot. Wired in app/server/deps.ts: parking never imports reservation. */
export type CountReserved = (db: Db, now: Date) => Promise<ReadonlyMap<number, Reserved>>

/** The lots that have a tariff in force. Wired in app/server/deps.ts: parking never imports ticket. */
export type LotsWithTariff = (db: Db) => Promise<ReadonlySet<number>>

/** What decides whether a lot has a reserved space to sell. */
export type Selling = { readonly countReserved: CountReserved; readonly lotsWithTariff: LotsWithTariff }

/**
 * Free spaces per lot, by name (docs/calls.md#ticket). A lot without a tariff in force sells no reserved space
 * (docs/spec.md#r40).
 */
export async function readStats(db: Db, selling: Selling, now: Date): Promise<WireLotStats[]> {
  const reserved = await selling.countReserved(db, now)
  const withTariff = await selling.lotsWithTariff(db)
  const lots = await allLots(db)
  return lots.map((lot) =>
    wireLotStats(lot, { reserved: reserved.get(lot.id) ?? noneReserved, sells: withTariff.has(lot.id) }),
  )
}
