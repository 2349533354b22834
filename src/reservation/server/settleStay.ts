import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import type { Tx } from '#db/schema.ts'
import { sendHoldEnding } from '#payment/hold/server/endHold.ts'
import { recordHoldEnding, releaseUnowedHold } from '#payment/hold/server/recordHoldEnding.ts'
import { lockPayment } from '#payment/server/store.ts'
import { lockStay } from '#ticket/server/stay.ts'
import { reserveAllows } from '../reservationState.ts'
import type { ReservationDeps } from './deps.ts'
import { needsPlateDecision } from './flow/duplicatePlate.ts'
import { lockReservation, reserveStateOf } from './store.ts'

/** Captures the price from the hold, once. Throws `payment_in_flight`. */
export async function settleStay(deps: ReservationDeps, paymentId: number, actor: string): Promise<void> {
  let isFirst: boolean
  try {
    isFirst = await transaction(deps.db, (tx) => recordStayEnding(tx, deps, paymentId, actor))
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
  await sendHoldEnding(deps, paymentId, { actor, isFirst })
}

async function recordStayEnding(tx: Tx, deps: ReservationDeps, paymentId: number, actor: string) {
  const now = deps.clock.now()
  const payment = await lockPayment(tx, paymentId)
  const reservation = await lockReservation(tx, paymentId)
  if (!reserveAllows('confirm', reserveStateOf(reservation, now)) || reservation.ticket_id === null)
    return false
  // A job asks staff first: another car may have come on this plate.
  if (actor === 'janitor' && (await needsPlateDecision(tx, reservation, now))) return false
  const { dueCents, lines, nextSegmentN } = await lockStay(tx, reservation.ticket_id, now)
  const requestedCents = Math.min(dueCents, reservation.hold_cents)
  const apart = { text: 'Diferença acima da pré-autorização', amountCents: requestedCents - dueCents }
  const taken = requestedCents < dueCents ? [...lines, apart] : lines
  const ending = { requestedCents, lines: taken, segmentN: nextSegmentN, actor, now }
  if (await recordHoldEnding(tx, deps, payment, ending)) return true
  await releaseUnowedHold(tx, deps, payment, { actor, now })
  return false
}
