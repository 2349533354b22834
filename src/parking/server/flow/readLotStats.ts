import type { Db } from '#db/schema.ts'
import { isoIn, later } from '#kit/clock.ts'
import type { WireLotStats } from '../../contract.ts'
import { freeSpaces, noReservedSpaces, type ReservedCount, sumSpaces } from '../../spaces.ts'
import { allLots, type LotRow, spacesOf } from '../store.ts'

/** Filled in app/server/deps.ts. */
export type ReservationPort = {
  readonly countReserved: (db: Db, now: Date) => Promise<ReadonlyMap<number, ReservedCount>>
  readonly lotsWithTariff: (db: Db) => Promise<ReadonlySet<number>>
}

type LotStats = WireLotStats & { time_zone: string }

/** Ordered by name. A lot without a tariff sells no reserved space (docs/spec.md#r40). */
export async function readLotStats(db: Db, selling: ReservationPort, now: Date): Promise<LotStats[]> {
  const reserved = await selling.countReserved(db, now)
  const withTariff = await selling.lotsWithTariff(db)
  const lots = await allLots(db)
  return lots.map((lot) =>
    wireLotStats(lot, reserved.get(lot.id) ?? noReservedSpaces, withTariff.has(lot.id)),
  )
}

/** docs/spec.md#fields. `sells`: reserved spaces are on sale. */
function wireLotStats(lot: LotRow, reserved: ReservedCount, sells: boolean): LotStats {
  const { total, occupied } = spacesOf(lot)
  const counted = freeSpaces({ total, occupied }, reserved)
  const free = sells ? counted : { ...counted, reserves: 0 }
  return {
    id: lot.id,
    name: lot.name,
    total: sumSpaces(total),
    free_total: sumSpaces(free),
    total_normal: total.normal,
    free_normal: free.normal,
    total_pregnant: total.pregnant,
    free_pregnant: free.pregnant,
    total_disabilities: total.disabilities,
    free_disabilities: free.disabilities,
    total_reserves: total.reserves,
    free_reserves: free.reserves,
    ...(total.elderly > 0 ? { total_elderly: total.elderly, free_elderly: free.elderly } : {}),
    time_zone: lot.time_zone,
    updated_at: lastCountedAt(lot),
  }
}

function lastCountedAt({ occupancy_at: counted, moved_at: moved, time_zone }: LotRow): string | null {
  const last = counted !== null && moved !== null ? later(counted, moved) : (counted ?? moved)
  return last === null ? null : isoIn(time_zone, last)
}
