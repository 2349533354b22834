import { readAuthorisedDeadline } from '#ticket/server/flow/gateEvents.ts'
import type { Db, Tx } from '#db/schema.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { lockPayment } from '#payment/server/store.ts'
import { enqueueHoldEnding } from '#payment/hold/server/recordHoldEnding.ts'
import { verifyGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import { findReservation, lockReservation, reserveStateOf } from '../store.ts'

/** Null for a QR code that we did not sign. */
export async function findTicketCodeByQr(db: Db, gateKey: Buffer, qr: string): Promise<string | null> {
  const token = verifyGateCode(gateKey, qr)
  const reservation = token === null ? undefined : await findReservation(db, 'gate_token', token)
  return reservation?.ticket_code ?? null
}

/** `openUntil` is null unless the exit is authorised. */
export type ReservationAtExit = { readonly openUntil: Date | null; readonly isOnHold: boolean }

/** Locks the payment too. A published exit deadline counts. */
export async function lockReservationAtExit(tx: Tx, ticketId: number, at: Date) {
  const found = await findReservation(tx, 'ticket_id', ticketId)
  if (!found) return null
  await lockPayment(tx, found.payment_id)
  const reservation = await lockReservation(tx, found.payment_id)
  const until =
    reserveStateOf(reservation, at) === 'exit_confirmed'
      ? reservation.deadline_at
      : await readAuthorisedDeadline(tx, reservation.ticket_code)
  const openUntil = until !== null && canExitAt(until, at) ? until : null
  return { openUntil, isOnHold: reservation.on_hold } satisfies ReservationAtExit
}

/** A job releases a hold that is not needed any more. */
export async function recordReservedExit(
  tx: Tx,
  deps: Pick<PaymentDeps, 'timing'>,
  ticketId: number,
  by: { actor: string; now: Date },
): Promise<void> {
  const reservation = await findReservation(tx, 'ticket_id', ticketId)
  if (!reservation) return
  await changeReservation(tx, reservation, { to: 'exited', deadlineAt: null, ...by })
  const payment = await lockPayment(tx, reservation.payment_id)
  await enqueueHoldEnding(tx, deps, payment, { requestedCents: 0, lines: [], ...by })
}
