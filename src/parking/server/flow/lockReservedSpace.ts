import type { Tx } from '#db/schema.ts'
import { freeSpaces, noneReserved } from '../../spaces.ts'
import { lockLot, lotsWithReserves } from '../store.ts'
import { spacesOf } from '../view.ts'
import type { Selling } from './readStats.ts'

/**
 * The lot asked for, or the first, that has a tariff and a reserved space left; null when none has. It stays locked until
 * the caller's transaction ends. `selling` is asked under the lock, so that nobody else takes the same last space, and none
 * is sold where no car can enter.
 */
export async function lockReservedSpace(
  db: Tx,
  lotId: number | null,
  selling: Selling,
  now: Date,
): Promise<{ id: number; timeZone: string } | null> {
  for (const id of await lotsWithReserves(db, lotId)) {
    const lot = await lockLot(db, id)
    if (!lot || !(await selling.lotsWithTariff(db)).has(id)) continue
    const reserved = (await selling.countReserved(db, now)).get(id) ?? noneReserved
    if (freeSpaces(spacesOf(lot), reserved).reserves > 0) return { id, timeZone: lot.time_zone }
  }
  return null
}
