import type { Db } from '#db/schema.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { lockPayment } from '#payment/server/store.ts'
import { recordEndingForJob } from '#payment/server/jobs/endHold.ts'
import { readGateCode } from '../gateCode.ts'
import {
  changeReservation,
  lockReservation,
  reservationOfGateToken,
  reservationOfTicket,
  stateOf,
} from '../store.ts'

/** The ticket code behind a QR code that we signed; null for any other text, and before the entrance. */
export async function codeOfQr(db: Db, gateKey: Buffer, qr: string): Promise<string | null> {
  const token = readGateCode(gateKey, qr)
  const reservation = token === null ? undefined : await reservationOfGateToken(db, token)
  if (!reservation || reservation.ticket_id === null) return null
  return reservation.ticket_code
}

/** The reservation of a ticket at the exit gate, with it and its payment locked; null without one. */
export async function reservedAtExit(
  db: Db,
  ticketId: number,
  now: Date,
): Promise<{ confirmed: boolean; onHold: boolean } | null> {
  const found = await reservationOfTicket(db, ticketId)
  if (!found) return null
  await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  return { confirmed: stateOf(reservation, now) === 'exit_confirmed', onHold: reservation.on_hold }
}

/**
 * The car of a reservation has left. A hold that was not needed, because a machine was paid, is released by a
 * job. In the caller's transaction, after `reservedAtExit`.
 */
export async function leaveReserved(
  db: Db,
  deps: Pick<PaymentDeps, 'timing'>,
  ticketId: number,
  by: { actor: string; now: Date },
): Promise<void> {
  const reservation = await reservationOfTicket(db, ticketId)
  if (!reservation) return
  await changeReservation(db, reservation, { to: 'exited', deadlineAt: null, ...by })
  const payment = await lockPayment(db, reservation.payment_id)
  await recordEndingForJob(db, deps, payment, { takeCents: 0, lines: [], ...by })
}
