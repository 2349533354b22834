import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import type { Tx } from '#db/schema.ts'
import { finishEnding } from '#payment/hold/server/endHold.ts'
import { recordEnding, releaseUnowed } from '#payment/hold/server/recordEnding.ts'
import { lockPayment } from '#payment/server/store.ts'
import { lockStay } from '#ticket/server/stay.ts'
import { reserveAllows } from '../reservationState.ts'
import type { ReservationDeps } from './deps.ts'
import { isPlateTwice } from './flow/plateTwice.ts'
import { lockReservation, stateOf } from './store.ts'

/** Captures the price from the hold, once. Throws `payment_in_flight`. */
export async function settleStay(deps: ReservationDeps, paymentId: number, actor: string): Promise<void> {
  let isFirst: boolean
  try {
    isFirst = await transaction(deps.db, (tx) => record(tx, deps, paymentId, actor))
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
  await finishEnding(deps, paymentId, { actor, isFirst })
}

async function record(tx: Tx, deps: ReservationDeps, paymentId: number, actor: string): Promise<boolean> {
  const now = deps.clock.now()
  const payment = await lockPayment(tx, paymentId)
  const reservation = await lockReservation(tx, paymentId)
  if (!reserveAllows('confirm', stateOf(reservation, now)) || reservation.ticket_id === null) return false
  // A job asks staff first: another car may have come on this plate.
  if (actor === 'janitor' && (await isPlateTwice(tx, reservation, now))) return false
  const { dueCents, lines, segmentN } = await lockStay(tx, reservation.ticket_id, now)
  const takeCents = Math.min(dueCents, reservation.hold_cents)
  const apart = { text: 'Diferença acima da pré-autorização', amountCents: takeCents - dueCents }
  const taken = takeCents < dueCents ? [...lines, apart] : lines
  const ending = { takeCents, lines: taken, segmentN, actor, now }
  if (await recordEnding(tx, deps, payment, ending)) return true
  await releaseUnowed(tx, deps, payment, { actor, now })
  return false
}
