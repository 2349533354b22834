import { later, minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import { outcomeTexts } from '#payment/texts.ts'
import { openTransactionForDue } from '#ticket/server/flow/createTransaction.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import type { ExitOutcome } from '../../contract.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { changeReservation } from '../changeReservation.ts'
import { openUntil } from '../openUntil.ts'
import { lockReservation, type Reservation, stateOf } from '../store.ts'
import { wireExitOutcome } from '../view.ts'
import { ownReservation, type Owner } from './ownReservation.ts'
import { settleStay } from './settleStay.ts'

type Asker = Owner & { sessionHash: string }

/**
 * 'Autorizar saída' (docs/reservation.md#money): takes the stay from the hold, once, and opens the exit until a
 * deadline. What the hold does not cover is a second transaction, paid like any ticket. The same answer until
 * the exit. Throws `not_found`, `not_entered`, `reservation_over`, `payment_in_flight`.
 */
export async function confirmExit(deps: ReservationDeps, by: Asker): Promise<ExitOutcome> {
  const reservation = await ownReservation(deps.db, by)
  const state = stateOf(reservation, deps.clock.now())
  if (state === 'held' || state === 'preauthorised') throw fail('not_entered')
  if (!reserveAllows('confirm', state)) throw fail('reservation_over')
  await settleStay(deps, reservation.payment_id, 'customer')
  const settled = await readPayment(deps, by)
  if (isInFlight(settled.state))
    return wireExitOutcome(settled, { reason: outcomeTexts.confirming, needsReload: true })
  // What may be taken already is not asked for again, in part or whole, while staff look at it.
  if (settled.state === 'review') return wireExitOutcome(settled, { reason: settled.reason })
  if (settled.state === 'authorised') return wireExitOutcome(settled, { reason: texts.notTaken })
  const isDue = await openExit(deps, reservation)
  // Whoever pays the difference at this very moment leaves nothing to open a transaction for.
  const surplus = isDue ? await openTransactionForDue(deps, reservation.ticket_code, by) : null
  const outcome = surplus ? { reason: texts.surplus, surplus } : { ok: true, reason: null }
  return wireExitOutcome(await readPayment(deps, by), outcome)
}

const texts = {
  notTaken:
    'O banco não concluiu a cobrança agora. Nada foi cobrado. Tente novamente ou pague na máquina ou no caixa: a pré-autorização é liberada.',
  surplus: 'O valor passou do que foi pré-autorizado. Pague a diferença para liberar a saída.',
} as const

/** The hold is used: the exit is open when nothing more is owed, else the difference is due. Answers whether it is. */
async function openExit(deps: ReservationDeps, { payment_id, ticket_id }: Reservation): Promise<boolean> {
  const now = deps.clock.now()
  return transaction(deps.db, async (db) => {
    const reservation = await lockReservation(db, payment_id)
    if (ticket_id === null) throw new Error(`reservation ${reservation.id} is inside without a ticket`)
    const state = stateOf(reservation, now)
    // What was opened stays open until its deadline, also where the stay has begun to cost something since.
    if (state === 'exit_confirmed') return false
    // The car has left while the acquirer was asked, or by another tab's answer: it is not let out once more.
    if (!reserveAllows('confirm', state)) throw fail('reservation_over')
    const stay = await lockStay(db, ticket_id, now)
    const due = stay.dueCents > 0
    if (due && state === 'surplus_due') return true
    const until = (due ? stay.quoteExpiresAt : (stay.exitDeadlineAt ?? stay.freeUntil)) ?? now
    const by = { deadlineAt: later(until, plus(now, minuteMs)), actor: 'customer', now }
    if (due) await changeReservation(db, reservation, { to: 'surplus_due', ...by })
    else await openUntil(db, reservation, by)
    return due
  })
}
