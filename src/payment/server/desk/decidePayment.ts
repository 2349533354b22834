import { plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { can, isPaidOrHeld } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Decided, recordDecision } from '../settle/decision.ts'
import { acceptTaken, giveTakenBack } from '../settle/difference.ts'
import { lastAttempt, lockPayment, paymentById, updateAttempt } from '../store.ts'
import { shownColumns } from '../settle/shown.ts'
import { askAgain } from './askAgain.ts'

/**
 * Staff decide what nobody knows. The acquirer is asked first, unless it has said that it took another amount, and what
 * it says wins: a decision never makes money. A decision that comes to nothing stands in no history. Throws
 * `nothing_to_decide`, `acquirer_differs` when it says something else (which is booked), and `acquirer_silent` for a
 * capture that it does not confirm.
 */
export async function decidePayment(deps: PaymentDeps, by: Decided): Promise<void> {
  const payment = await paymentById(deps.db, by.paymentId)
  const allowed = can(by.decision === 'ask' ? 'askAgain' : 'decide', payment.state)
  const attempt = await lastAttempt(deps.db, payment.id)
  if (!allowed || !attempt) throw fail('nothing_to_decide')
  const written = () => recordDecision(deps.db, payment, { ...by, now: deps.clock.now() })
  if (by.decision === 'ask') {
    await written()
    return askAgain(deps, payment, by.actor)
  }
  if (payment.state === 'review' && attempt.state === 'captured') {
    return by.decision === 'captured' ? acceptTaken(deps, by) : giveTakenBack(deps, by)
  }
  await askAgain(deps, payment, by.actor)
  const told = await paymentById(deps.db, payment.id)
  if (can('decide', told.state)) return closeAsNotTaken(deps, by)
  const taken = isPaidOrHeld(told.state) || told.state === 'refunding'
  if (taken !== (by.decision === 'captured')) throw fail('acquirer_differs')
  await written()
}

/** Nothing was taken, as far as anybody knows. Should money turn up after all, it is applied or goes back. */
async function closeAsNotTaken(deps: PaymentDeps, by: Decided): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, by.paymentId)
    const attempt = await lastAttempt(db, by.paymentId)
    // Whoever decided meanwhile, or another amount that the acquirer told just now, is looked at first.
    if (!attempt || !can('decide', payment.state)) throw fail('nothing_to_decide')
    if (attempt.state === 'captured') throw fail('acquirer_differs')
    if (by.decision === 'captured' || attempt.state === 'held') throw fail('acquirer_silent')
    await recordDecision(db, payment, { ...by, now })
    const ask_at = attempt.ask_at ?? plus(now, deps.timing.janitorIntervalMs)
    await updateAttempt(db, attempt.id, {
      state: 'abandoned',
      ...shownColumns(null),
      answered_at: now,
      ask_at,
    })
    const change = { deadline_at: null, reason: null }
    await changeState(db, payment, 'cancelled', {
      actor: by.actor,
      now,
      change,
      note: { reason: by.reason },
    })
  })
}
