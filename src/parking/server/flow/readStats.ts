import type { Db } from '#db/schema.ts'
import type { WireLotStats } from '../../contract.ts'
import { noneReserved, type Reserved } from '../../spaces.ts'
import { allLots } from '../store.ts'
import { wireLotStats } from '../view.ts'

/** Wired in, because parking must not import reservation or ticket. */
type CountReserved = (db: Db, now: Date) => Promise<ReadonlyMap<number, Reserved>>

type LotsWithTariff = (db: Db) => Promise<ReadonlySet<number>>

export type Selling = { readonly countReserved: CountReserved; readonly lotsWithTariff: LotsWithTariff }

/** By name. A lot without a tariff sells no reserved space (docs/spec.md#r40). */
export async function readStats(db: Db, selling: Selling, now: Date): Promise<WireLotStats[]> {
  const reserved = await selling.countReserved(db, now)
  const withTariff = await selling.lotsWithTariff(db)
  const lots = await allLots(db)
  return lots.map((lot) =>
    wireLotStats(lot, { reserved: reserved.get(lot.id) ?? noneReserved, sells: withTariff.has(lot.id) }),
  )
}
