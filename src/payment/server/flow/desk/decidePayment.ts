import { plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { can, isPaidOrHeld } from '../../../paymentState.ts'
import { changeState } from '../../changeState.ts'
import type { PaymentDeps } from '../../deps.ts'
import { type Decided, recordDecision } from '../../settle/decision.ts'
import { acceptTaken, giveTakenBack } from '../../settle/difference.ts'
import { lastAttempt, lockPayment, paymentById, updateAttempt } from '../../store.ts'
import { askAgain } from './askAgain.ts'

/**
 * Staff decide what nobody knows. The acquirer is asked first, and what it says wins: a decision never makes money.
 * Throws `nothing_to_decide`, `acquirer_differs` when it says the opposite (which is booked), and
 * `acquirer_silent` for a capture that it does not confirm.
 */
export async function decidePayment(deps: PaymentDeps, by: Decided): Promise<void> {
  const payment = await paymentById(deps.db, by.paymentId)
  const allowed = can(by.decision === 'ask' ? 'askAgain' : 'decide', payment.state)
  const attempt = await lastAttempt(deps.db, payment.id)
  if (!allowed || !attempt) throw fail('nothing_to_decide')
  const differs = payment.state === 'review' && attempt.state === 'captured'
  if (differs && by.decision !== 'ask') {
    await (by.decision === 'captured' ? acceptTaken(deps, by) : giveTakenBack(deps, by))
    return
  }
  await recordDecision(deps.db, payment, { ...by, now: deps.clock.now() })
  await askAgain(deps, payment, by.actor)
  if (by.decision === 'ask') return
  const told = await paymentById(deps.db, payment.id)
  if (!can('decide', told.state)) {
    const taken = isPaidOrHeld(told.state) || told.state === 'refunding'
    if (taken !== (by.decision === 'captured')) throw fail('acquirer_differs')
    return
  }
  if (by.decision === 'captured' || attempt.state === 'held') throw fail('acquirer_silent')
  await closeAsNotTaken(deps, by)
}

/** Nothing was taken, as far as anybody knows. Should money turn up after all, it is applied or goes back. */
async function closeAsNotTaken(deps: PaymentDeps, by: Decided): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, by.paymentId)
    const attempt = await lastAttempt(db, by.paymentId)
    if (!attempt || !can('decide', payment.state)) return
    const ask_at = attempt.ask_at ?? plus(now, deps.timing.janitorIntervalMs)
    await updateAttempt(db, attempt.id, { state: 'abandoned', auth_url: null, answered_at: now, ask_at })
    const change = { deadline_at: null, reason: null }
    await changeState(db, payment, 'cancelled', {
      actor: by.actor,
      now,
      change,
      note: { reason: by.reason },
    })
  })
}
