import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { closeUnpaid } from '#payment/server/changeState.ts'
import { sendHoldEnding } from '#payment/hold/server/endHold.ts'
import { recordHoldEnding } from '#payment/hold/server/recordHoldEnding.ts'
import { lockPayment } from '#payment/server/store.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import type { ReservationDeps } from '../deps.ts'
import { unusedReservationCharge } from '../jobs/endUnusedReservation.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, reserveStateOf } from '../store.ts'
import { findOwnReservation, type ReservationOwner } from './customerReservations.ts'

/**
 * Captures the retained amount and releases the rest. Idempotent. Throws `not_found`, `already_entered`,
 * `reservation_over`, `payment_in_flight`.
 */
export async function cancelReservation(deps: ReservationDeps, by: ReservationOwner) {
  const { payment_id: paymentId } = await findOwnReservation(deps.db, by)
  await cancelBeforeEntrance(deps, { paymentId, actor: 'customer' })
  return readPayment(deps, by)
}

/** As `cancelReservation`, without an owner. */
export async function cancelBeforeEntrance(deps: ReservationDeps, by: CancelRequest): Promise<void> {
  const isFirst = await transaction(deps.db, (tx) => recordCancellation(tx, deps, by))
  await sendHoldEnding(deps, by.paymentId, { actor: by.actor, isFirst })
}

type CancelRequest = { paymentId: number; actor: string; note?: { reason: string } }

async function recordCancellation(tx: Tx, deps: ReservationDeps, by: CancelRequest): Promise<boolean> {
  const { paymentId, actor, note } = by
  const now = deps.clock.now()
  const payment = await lockPayment(tx, paymentId)
  const reservation = await lockReservation(tx, paymentId)
  const state = reserveStateOf(reservation, now)
  if (state === 'cancelled' || state === 'released') return false
  if (state === 'no_show' || state === 'exited') throw fail('reservation_over')
  if (state !== 'held' && state !== 'preauthorised') throw fail('already_entered')
  if (isInFlight(payment.state)) throw fail('payment_in_flight')
  await changeReservation(tx, reservation, { to: 'cancelled', deadlineAt: null, actor, now, note })
  await closeUnpaid(tx, payment, { to: 'cancelled', actor, now })
  const { requestedCents, lines } = await unusedReservationCharge(tx, reservation, 'cancelamento')
  return await recordHoldEnding(tx, deps, payment, { requestedCents, lines, actor, now })
}
