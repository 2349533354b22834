import { isoIn, later } from '#kit/clock.ts'
import { freeSpaces, perClass, type Reserved, sumSpaces } from '../spaces.ts'
import type { LotRow } from './store.ts'

export function spacesOf(lot: LotRow) {
  return {
    total: perClass((kind) => lot[`total_${kind}`]),
    occupied: perClass((kind) => lot[`occupied_${kind}`]),
  }
}

/** docs/spec.md#fields; 60+ only if the lot has it. `sells`: its reserved spaces are on sale. */
export function wireLotStats(lot: LotRow, { reserved, sells }: { reserved: Reserved; sells: boolean }) {
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
    updated_at: countedAt(lot),
  }
}

function countedAt({ occupancy_at: counted, moved_at: moved, time_zone }: LotRow): string | null {
  const last = counted !== null && moved !== null ? later(counted, moved) : (counted ?? moved)
  return last === null ? null : isoIn(time_zone, last)
}
