import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { paymentOfBearer } from '#payment/server/flow/bearer.ts'
import { reservationOfPayment, type Reservation } from '../store.ts'

export type Owner = { token: string; userId: number }

/** A person's own reservation. Throws `not_found`, also for another person's. */
export async function ownReservation(db: Db, { token, userId }: Owner): Promise<Reservation> {
  const reservation = await reservationOfBearer(db, { token, userId })
  if (reservation.user_id !== userId) throw fail('not_found')
  return reservation
}

/** The reservation of a token; an owned one only for its owner. Throws `not_found`. */
export async function reservationOfBearer(
  db: Db,
  by: { token: string; userId: number | null },
): Promise<Reservation> {
  const payment = await paymentOfBearer(db, by)
  const reservation = await reservationOfPayment(db, payment.id)
  if (!reservation) throw fail('not_found')
  return reservation
}
