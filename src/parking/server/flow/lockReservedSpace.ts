import type { Tx } from '#db/schema.ts'
import { freeSpaces, noneReserved, type Reserved } from '../../spaces.ts'
import { lockLot, lotsWithReserves } from '../store.ts'
import { spacesOf } from '../view.ts'

/**
 * The lot asked for, or the first, that has a reserved space left; null when none has. It stays locked until
 * the caller's transaction ends, and `countReserved` is asked under the lock, so that nobody else takes the
 * same last space.
 */
export async function lockReservedSpace(
  db: Tx,
  lotId: number | null,
  countReserved: () => Promise<ReadonlyMap<number, Reserved>>,
): Promise<{ id: number; timeZone: string } | null> {
  for (const id of await lotsWithReserves(db, lotId)) {
    const lot = await lockLot(db, id)
    if (!lot) continue
    const reserved = (await countReserved()).get(id) ?? noneReserved
    if (freeSpaces(spacesOf(lot), reserved).reserves > 0) return { id, timeZone: lot.time_zone }
  }
  return null
}
