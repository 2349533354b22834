import * as z from 'zod/mini'
import type { Approval } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import { job } from '#kit/server/jobs/job.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { moneyOf } from '../refunds.ts'
import { notYet } from '../notYet.ts'
import { addLedger, attemptById, lockPayment, updateAttempt } from '../store.ts'

/**
 * Job: gives back a capture or a hold that nobody owes. Asks first, so that a repeat after a crash does not void
 * twice. Comes again when the acquirer says so, and throws while it has not confirmed: the job queue tries again.
 */
export const giveBackJob = job({
  name: 'give_back',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
  run: giveBack,
})

async function giveBack(deps: PaymentDeps, { attemptId }: { attemptId: number }): Promise<NotYet | void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (attempt.state !== 'giving_back' || attempt.reference === null) return

  const acquirer = acquirerNamed(deps.acquirers, attempt.acquirer)
  const { reference } = attempt
  const found = await acquirer.findByReference(reference)
  const already = found.outcome === 'approved' && isWhollyBack(found)
  const outcome = already ? found : await acquirer.void({ id: `V${attemptId}`, reference })
  if (outcome.outcome === 'pending' || outcome.outcome === 'later') return notYet(outcome, deps.clock.now())
  if (outcome.outcome !== 'approved' || !isWhollyBack(outcome)) {
    throw new Error(`void of attempt ${attemptId} not confirmed: ${outcome.outcome}`)
  }

  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, attempt.payment_id)
    const fresh = await attemptById(db, attemptId)
    if (fresh.state !== 'giving_back') return
    await updateAttempt(db, attemptId, { state: 'given_back' })
    const { takenCents, backCents } = await moneyOf(db, attemptId)
    const captured = takenCents > 0
    const amountCents = outcome.voidedCents - backCents
    if (captured && amountCents > 0)
      await addLedger(db, { paymentId: payment.id, attemptId, kind: 'refund', amountCents, at: now })
    if (payment.state !== 'refunding') return
    const to = captured ? 'refunded' : 'voided'
    await changeState(db, payment, to, { actor: 'acquirer', now, change: { deadline_at: null } })
  })
}

/** All that was taken, or the whole hold where nothing was. */
function isWhollyBack({ amountCents, capturedCents, voidedCents }: Approval): boolean {
  return voidedCents >= (capturedCents || amountCents)
}
