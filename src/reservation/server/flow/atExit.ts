import type { Db, Tx } from '#db/schema.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { lockPayment } from '#payment/server/store.ts'
import { recordEndingForJob } from '#payment/hold/server/recordEnding.ts'
import { authorisedUntil } from '#ticket/server/flow/gateEvents.ts'
import { readGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, reservationOfGateToken, reservationOfTicket, stateOf } from '../store.ts'

/** The ticket code behind a QR code that we signed, whether its car has come or not; null for any other text. */
export async function codeOfQr(db: Db, gateKey: Buffer, qr: string): Promise<string | null> {
  const token = readGateCode(gateKey, qr)
  const reservation = token === null ? undefined : await reservationOfGateToken(db, token)
  return reservation?.ticket_code ?? null
}

/** A reserved car at the exit: until when its exit is authorised, null where it is not or was earlier. */
export type ReservedAtExit = { readonly openUntil: Date | null; readonly onHold: boolean }

/**
 * The reservation of a ticket whose car stood at the exit gate at `at`, with it and its payment locked; null without one. What
 * the gates were told counts as long as they were told, whatever the clock or the driver has made of it since: one that
 * works offline tells later.
 */
export async function reservedAtExit(db: Tx, ticketId: number, at: Date): Promise<ReservedAtExit | null> {
  const found = await reservationOfTicket(db, ticketId)
  if (!found) return null
  await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  const until =
    stateOf(reservation, at) === 'exit_confirmed'
      ? reservation.deadline_at
      : await authorisedUntil(db, reservation.ticket_code)
  return { openUntil: until !== null && mayLeave(until, at) ? until : null, onHold: reservation.on_hold }
}

/**
 * The car of a reservation has left. A hold that was not needed, because a machine was paid, is released by a
 * job. In the caller's transaction, after `reservedAtExit`.
 */
export async function leaveReserved(
  db: Tx,
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
