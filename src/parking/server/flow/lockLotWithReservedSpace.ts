import type { Tx } from '#db/schema.ts'
import { freeSpaces, noReservedSpaces } from '../../spaces.ts'
import { lockLot, spacesOf } from '../store.ts'
import type { ReservationPort } from './readLotStats.ts'

/** The requested lot, or the first, with a tariff and a free reserved space; null for none. */
export async function lockLotWithReservedSpace(
  tx: Tx,
  lotId: number | null,
  selling: ReservationPort,
  now: Date,
) {
  let lots = tx.selectFrom('lot').select('id').where('total_reserves', '>', 0).orderBy('id')
  if (lotId !== null) lots = lots.where('id', '=', lotId)
  for (const { id } of await lots.execute()) {
    const lot = await lockLot(tx, id)
    if (!lot || !(await selling.lotsWithTariff(tx)).has(id)) continue
    const reserved = (await selling.countReserved(tx, now)).get(id) ?? noReservedSpaces
    if (freeSpaces(spacesOf(lot), reserved).reserves > 0) return { id, timeZone: lot.time_zone }
  }
  return null
}
