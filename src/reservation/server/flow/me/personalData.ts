import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { OwnReservation } from '../../../contract.ts'
import { releaseUnpaidSpace } from '../../jobs/endUnusedReservation.ts'
import { isReserveActive } from '../../../reservationState.ts'
import { reservationsOfUser, reserveStateOf, isReservationOver, hasNoMoney } from '../../store.ts'

/** LGPD art. 18 */
export async function exportReservations(db: Db, userId: number, now: Date): Promise<OwnReservation[]> {
  const list = await reservationsOfUser(db, userId)
  return list.map((reservation) => {
    const iso = (at: Date) => isoIn(reservation.time_zone, at)
    return {
      ticket_code: reservation.ticket_code,
      lot: reservation.lot_name,
      vehicle: reservation.vehicle_name,
      license_plate: reservation.plate,
      state: reserveStateOf(reservation, now),
      hold: wireMoney(reservation.hold_cents),
      arrive_until: iso(reservation.arrive_until_at),
      entered_at: reservation.entered_at === null ? null : iso(reservation.entered_at),
      created_at: iso(reservation.created_at),
    }
  })
}

/** Only its owner can end an active reservation. */
export async function hasActiveReservation(db: Db, userId: number, now: Date): Promise<boolean> {
  const list = await reservationsOfUser(db, userId)
  return list.some((reservation) => isReserveActive(reserveStateOf(reservation, now)))
}

/** Forgets the cars of ended reservations without money. */
export async function eraseReservationData(tx: Tx, userId: number, now: Date): Promise<void> {
  for (const reservation of await reservationsOfUser(tx, userId))
    if (reservation.state === 'held') await releaseUnpaidSpace(tx, reservation.payment_id, now)
  await tx
    .updateTable('reservation')
    .set({ plate: '', vehicle_name: '', updated_at: now })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${isReservationOver} and ${hasNoMoney}`)
    .execute()
}
