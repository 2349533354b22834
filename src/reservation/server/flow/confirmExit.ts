import { createTransactionForDue } from '#ticket/server/flow/createTransaction.ts'
import { later, minuteMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import { outcomeTexts } from '#payment/texts.ts'
import { lockStay } from '#ticket/server/stay.ts'
import type { ExitOutcome } from '../../contract.ts'
import { surplusReasons } from '../../surplusReason.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { changeReservation } from '../changeReservation.ts'
import { authoriseFreeExit } from './authoriseReservedExit.ts'
import { lockReservation, type Reservation, reserveStateOf } from '../store.ts'
import { wireExitOutcome } from '../view.ts'
import { findOwnReservation, type ReservationOwner } from './customerReservations.ts'
import { settleStay } from '../settleStay.ts'

type ExitRequester = ReservationOwner & { sessionHash: string }

/**
 * Captures the stay once; the excess is a second payment (docs/reservation.md#money). Idempotent. Throws
 * `not_found`, `not_entered`, `reservation_over`, `payment_in_flight`.
 */
export async function confirmExit(deps: ReservationDeps, by: ExitRequester): Promise<ExitOutcome> {
  const reservation = await findOwnReservation(deps.db, by)
  const state = reserveStateOf(reservation, deps.clock.now())
  if (state === 'held' || state === 'preauthorised') throw fail('not_entered')
  if (!reserveAllows('confirm', state)) throw fail('reservation_over')
  await settleStay(deps, reservation.payment_id, 'customer')
  const settled = await readPayment(deps, by)
  if (isInFlight(settled.state))
    return wireExitOutcome(settled, { reason: outcomeTexts.confirming, needsReload: true })
  // Staff decide about a payment in review: it may be captured already.
  if (settled.state === 'review') return wireExitOutcome(settled, { reason: settled.reason })
  if (settled.state === 'authorised') return wireExitOutcome(settled, { reason: notCapturedText })
  const isDue = await authoriseOrAskSurplus(deps, reservation)
  const surplus = isDue ? await createTransactionForDue(deps, reservation.ticket_code, by) : null
  const ended = await readPayment(deps, by)
  if (!surplus) return wireExitOutcome(ended, { ok: true, reason: null })
  const reason = `${ended.reserve?.owed ?? surplusReasons.above} Pague a diferença para liberar a saída.`
  return wireExitOutcome(ended, { reason, surplus })
}

const notCapturedText =
  'O banco não concluiu a cobrança agora. Nada foi cobrado. Tente novamente ou pague na máquina ou no caixa: a pré-autorização é liberada.'

async function authoriseOrAskSurplus(deps: ReservationDeps, asked: Reservation): Promise<boolean> {
  const { payment_id, ticket_id } = asked
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, payment_id)
    if (ticket_id === null) throw new Error(`reservation ${reservation.id} is inside without a ticket`)
    const state = reserveStateOf(reservation, now)
    // An open exit stays open until its deadline, even if the stay costs more by now.
    if (state === 'exit_confirmed') return false
    if (!reserveAllows('confirm', state)) throw fail('reservation_over')
    const stay = await lockStay(tx, ticket_id, now)
    const due = stay.dueCents > 0
    if (due && state === 'surplus_due') return true
    const until = (due ? stay.quoteExpiresAt : (stay.exitDeadlineAt ?? stay.freeUntil)) ?? now
    const by = { deadlineAt: later(until, addMs(now, minuteMs)), actor: 'customer', now }
    if (due) await changeReservation(tx, reservation, { to: 'surplus_due', ...by })
    else await authoriseFreeExit(tx, reservation, by)
    return due
  })
}
