import { later, minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { methods } from '#payment/method.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import { outcomeTexts } from '#payment/server/view.ts'
import { createTransaction } from '#ticket/server/flow/createTransaction.ts'
import { holdStay } from '#ticket/server/flow/leave.ts'
import { lookUpTicket } from '#ticket/server/flow/lookUpTicket.ts'
import type { Stay } from '#ticket/stay.ts'
import type { ExitOutcome } from '../../contract.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { changeReservation, lockReservation, type Reservation, stateOf } from '../store.ts'
import { wireExitOutcome } from '../view.ts'
import { ownReservation, type Owner } from './ownReservation.ts'
import { settleStay } from './settleStay.ts'

type Asker = Owner & { sessionHash: string }

/**
 * 'Autorizar saída' (behaviour.md section 6): takes the stay from the hold, once, and opens the exit until a
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
  if (settled.state === 'authorised') return wireExitOutcome(settled, { reason: texts.notTaken })
  const stay = await openExit(deps, reservation)
  if (stay.dueCents > 0) return surplusOf(deps, by, reservation)
  return wireExitOutcome(await readPayment(deps, by), { ok: true, reason: null })
}

const texts = {
  notTaken: 'O banco não concluiu a cobrança agora. Nada foi cobrado. Tente novamente.',
  surplus: 'O valor passou do que foi pré-autorizado. Pague a diferença para liberar a saída.',
} as const

/** The hold is used: the exit is open when nothing more is owed, else the difference is due. */
async function openExit(deps: ReservationDeps, { payment_id, ticket_id }: Reservation): Promise<Stay> {
  const now = deps.clock.now()
  return transaction(deps.db, async (db) => {
    const reservation = await lockReservation(db, payment_id)
    if (ticket_id === null) throw new Error(`reservation ${reservation.id} is inside without a ticket`)
    const stay = await holdStay(db, ticket_id, now)
    const due = stay.dueCents > 0
    const to = due ? 'surplus_due' : 'exit_confirmed'
    if (stateOf(reservation, now) === to) return stay
    const until = (due ? stay.quoteExpiresAt : (stay.exitDeadlineAt ?? stay.freeUntil)) ?? now
    const deadlineAt = later(until, plus(now, minuteMs))
    await changeReservation(db, reservation, { to, deadlineAt, actor: 'customer', now })
    return stay
  })
}

async function surplusOf(
  deps: ReservationDeps,
  by: Asker,
  { ticket_code }: Reservation,
): Promise<ExitOutcome> {
  const { ticket } = await lookUpTicket(deps, { code: ticket_code, confirmReserve: false })
  const asked = { code: ticket_code, value: ticket.value, paymentType: methods.credit.wire } as const
  const surplus = await createTransaction(deps, asked, by)
  return wireExitOutcome(await readPayment(deps, by), { reason: texts.surplus, surplus })
}
