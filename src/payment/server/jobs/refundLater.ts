import * as z from 'zod/mini'
import type { Acquirer, ChangeOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import { job } from '#kit/server/jobs/job.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { notYet } from '../notYet.ts'
import {
  claimRefund,
  endRefund,
  markPending,
  moneyOf,
  type Refund,
  refundById,
  releaseRefund,
} from '../refunds.ts'
import { addLedger, attemptById, lockPayment } from '../store.ts'
import { outcomeTexts } from '../view.ts'

/**
 * Job: gives back what staff asked for, once. A repeat asks first, and gives nothing back while an earlier call may
 * still be on its way, or the acquirer has taken it on. Comes again when the acquirer says so, and throws while it has
 * not said what became of it: the job queue tries again.
 */
export const refundJob = job({
  name: 'refund',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ refundId: z.number() }),
  run: refundLater,
})

async function refundLater(deps: PaymentDeps, { refundId }: { refundId: number }): Promise<NotYet | void> {
  const refund = await refundById(deps.db, refundId)
  if (refund.state !== 'asked') return
  const { reference, acquirer: name } = await attemptById(deps.db, refund.attempt_id)
  if (reference === null) throw new Error(`refund ${refundId} of a sale without a reference`)
  const claimed = await claim(deps, refundId)
  const first = claimed && refund.claimed_until_at === null
  const acquirer = acquirerNamed(deps.acquirers, name)
  const found = await acquirer.findByReference(reference)
  const standing = standingOf(found, refund)
  if (standing === 'done') return confirm(deps, refundId)
  // What somebody gave back on the acquirer's own site is not ours to add to.
  if (standing === 'other' && first) return refuse(deps, refundId, 'ledger')
  if (standing === 'untouched' && claimed) return giveBack(deps, acquirer, { refund, reference, first })
  const { pending_until_at: until } = refund
  if (standing === 'untouched' && until !== null && until > deps.clock.now())
    return notYet({ outcome: 'pending', until }, deps.clock.now())
  if (first) await releaseRefund(deps.db, refundId)
  throw new Error(`refund ${refundId} is not confirmed: ${standing}`)
}

async function giveBack(
  deps: PaymentDeps,
  acquirer: Acquirer,
  { refund, reference, first }: { refund: Refund; reference: string; first: boolean },
): Promise<NotYet | void> {
  const change = { id: `R${refund.id}`, reference, amountCents: refund.amount_cents }
  const outcome = await acquirer.refund(change)
  switch (outcome.outcome) {
    case 'refused':
      return refuse(deps, refund.id, outcome.returnCode)
    case 'pending':
      await markPending(deps.db, refund.id, { until: outcome.until, now: deps.clock.now() })
      return notYet(outcome, deps.clock.now())
    case 'later':
      // After an earlier call whose answer was lost the claim stands: that one may still arrive.
      if (first) await releaseRefund(deps.db, refund.id)
      return notYet(outcome, deps.clock.now())
    case 'approved':
    case 'unknown':
      if (standingOf(outcome, refund) === 'done') return confirm(deps, refund.id)
      throw new Error(`refund ${refund.id} is not confirmed: ${outcome.outcome}`)
  }
}

/** What the acquirer has given back of the sale: this refund, nothing since it was asked, or something else. */
function standingOf(
  sale: FindOutcome | ChangeOutcome,
  refund: Refund,
): 'done' | 'untouched' | 'other' | 'unknown' {
  if (sale.outcome !== 'approved') return 'unknown'
  if (sale.voidedCents === refund.target_cents) return 'done'
  return sale.voidedCents === refund.target_cents - refund.amount_cents ? 'untouched' : 'other'
}

/** One caller at a time, for as long as its calls and a late answer of the acquirer may take. */
function claim(deps: PaymentDeps, refundId: number): Promise<boolean> {
  const { acquirerTimeoutMs, notFoundGraceMs } = deps.timing
  return claimRefund(deps.db, refundId, 2 * acquirerTimeoutMs + notFoundGraceMs)
}

async function confirm(deps: PaymentDeps, refundId: number): Promise<void> {
  await transaction(deps.db, async (db) => {
    const { payment_id: paymentId } = await refundById(db, refundId)
    const payment = await lockPayment(db, paymentId)
    const refund = await refundById(db, refundId)
    if (refund.state !== 'asked') return
    const now = deps.clock.now()
    const { attempt_id: attemptId, amount_cents: amountCents } = refund
    await addLedger(db, { paymentId, attemptId, kind: 'refund', amountCents, at: now })
    await endRefund(db, refundId, { state: 'confirmed', returnCode: null, now })
    const { takenCents, backCents } = await moneyOf(db, attemptId)
    const whole = backCents >= takenCents
    await changeState(db, payment, whole ? 'refunded' : 'partly_refunded', {
      actor: 'acquirer',
      now,
      change: { deadline_at: null, reason: whole ? outcomeTexts.refunded : null },
      note: { amount_cents: amountCents },
    })
  })
}

/** A definite no: the money is where it was, and the payment is what it was. */
async function refuse(deps: PaymentDeps, refundId: number, returnCode: string | null): Promise<void> {
  await transaction(deps.db, async (db) => {
    const { payment_id } = await refundById(db, refundId)
    const payment = await lockPayment(db, payment_id)
    const refund = await refundById(db, refundId)
    if (refund.state !== 'asked') return
    const now = deps.clock.now()
    await endRefund(db, refundId, { state: 'refused', returnCode, now })
    const { takenCents, backCents } = await moneyOf(db, refund.attempt_id)
    const partly = takenCents - backCents < payment.amount_cents
    await changeState(db, payment, partly ? 'partly_refunded' : 'captured', {
      actor: 'acquirer',
      now,
      change: { deadline_at: null, reason: null },
      note: { refused: returnCode },
    })
  })
}
