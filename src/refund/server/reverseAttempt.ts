import {
  scheduleCaptureRecheck,
  type Attempt,
  getAttempt,
  updateAttempt,
  isByPix,
} from '#payment/server/attempt/attempts.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { isRefundOpen } from '#payment/server/ledger/refunds.ts'
import { changeState } from '#payment/server/changeState.ts'
import { recordRefund, readLedgerSums, recheckTomorrow } from '#payment/server/ledger/ledger.ts'
import { retryUnanswered, retryWhenDue } from './unconfirmed/retryTimes.ts'
import { type Approval, isAmountMismatch } from '#acquirer/acquirer.ts'
import { acquirerByName } from '#acquirer/acquirers.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { job } from '#kit/server/jobs/job.ts'
import { recordAmountDifference } from '#payment/server/difference/amountDifference.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { recordExternalRefundOfKept } from '#payment/server/difference/externalRefund.ts'
import { reversalKind } from '#payment/server/attempt/requestReversal.ts'
import { insertCapture, lockPayment } from '#payment/server/store.ts'

/**
 * Job: voids a sale whose money is not owed. It queries first and retries without end; a refusal opens a
 * case.
 */
export const reversalJob = job({ ...reversalKind, run: reverseAttempt })

async function reverseAttempt(deps: PaymentDeps, { attemptId }: { attemptId: number }) {
  const attempt = await getAttempt(deps.db, attemptId)
  if (attempt.state !== 'giving_back' || attempt.reference === null) return

  const acquirer = acquirerByName(deps.acquirers, attempt.acquirer)
  const { reference } = attempt
  const found = await acquirer.findByReference(reference)
  const already = found.outcome === 'approved' && isFullyVoided(found)
  // A Pix code that is paid again after a refund needs a new refund id.
  const { refundedCents: before } = await readLedgerSums(deps.db, attemptId)
  const id = before === 0 ? `V${attemptId}` : `V${attemptId}x${before}`
  const refundedCents = Math.max(before, found.outcome === 'approved' ? found.voidedCents : 0)
  const outcome = already ? found : await acquirer.void({ id, reference, refundedCents })
  if (outcome.outcome === 'pending' || outcome.outcome === 'later')
    return retryWhenDue(outcome, deps.clock.now())
  if (outcome.outcome === 'refused') return recordRefusedReversal(deps, attempt, outcome.returnCode)
  if (outcome.outcome === 'approved') await recordOtherAmount(deps, attempt, outcome)
  if (outcome.outcome !== 'approved' || !isFullyVoided(outcome))
    return retryUnanswered(deps, { payment: attempt.payment_id, attempt: attemptId }, attempt.answered_at)

  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, attempt.payment_id)
    const fresh = await getAttempt(tx, attemptId)
    if (fresh.state === 'kept')
      return recordExternalRefundOfKept(tx, { payment, attempt: fresh, actor: 'acquirer', now }, outcome)
    if (fresh.state !== 'giving_back') return
    const { takenCents, refundedCents } = await readLedgerSums(tx, attemptId)
    const captured = takenCents > 0
    // The Pix code was paid again during the call: the next run reverses the new payment.
    const hasMore = takenCents > outcome.capturedCents
    if (!hasMore) await updateAttempt(tx, attemptId, { state: 'given_back', answered_at: now })
    if (!captured)
      await recheckTomorrow(tx, { attemptId, key: `look-at-release-${attemptId}-${now.getTime()}`, now })
    if (!hasMore && isByPix(attempt)) await scheduleCaptureRecheck(tx, attempt)
    // If the Pix code was paid again before the void, the void covered both payments.
    const more = captured ? outcome.capturedCents - takenCents : 0
    if (more > 0)
      await insertCapture(tx, { attempt, amountCents: more, takenBeforeCents: takenCents, at: now })
    const amountCents = outcome.voidedCents - refundedCents
    if (captured && amountCents > 0) await recordRefund(tx, { attempt, amountCents, at: now })
    if (hasMore) return { notBefore: addMs(now, retryReversalMs) }
    // An open refund of another attempt decides the payment's state.
    if (payment.state !== 'refunding' || (await isRefundOpen(tx, payment.id))) return
    const to = captured ? 'refunded' : 'voided'
    await changeState(tx, payment, to, { actor: 'acquirer', now, change: { deadline_at: null } })
  })
}

/** Opens a case if the acquirer voided another amount than requested; the next run voids the rest. */
async function recordOtherAmount(deps: PaymentDeps, attempt: Attempt, sale: Approval): Promise<void> {
  const { amounts } = sale
  if (!amounts || !isAmountMismatch(amounts)) return
  const now = deps.clock.now()
  const { id: attemptId, payment_id: paymentId } = attempt
  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    await recordAmountDifference(tx, { attempt, now }, 'void', amounts)
    const { takenCents, refundedCents } = await readLedgerSums(tx, attemptId)
    const amountCents = sale.voidedCents - refundedCents
    const isBooked = isFullyVoided(sale) || takenCents === 0 || amountCents <= 0
    if (!isBooked) await recordRefund(tx, { attempt, amountCents, at: now })
  })
}

const retryReversalMs = 30_000

const retryRefusedMs = 6 * hourMs

async function recordRefusedReversal(deps: PaymentDeps, attempt: Attempt, returnCode: string | null) {
  const now = deps.clock.now()
  const { id, payment_id: paymentId, amount_cents: amountCents } = attempt
  const isStillOwed = await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    if ((await getAttempt(tx, id)).state !== 'giving_back') return false
    await updateAttempt(tx, id, { return_code: returnCode })
    await openCase(tx, { paymentId, kind: 'late_give_back', amountCents }, now)
    return true
  })
  if (!isStillOwed) return
  deps.log.error({ attempt: id, returnCode }, 'the acquirer refuses to give money back')
  return { notBefore: addMs(now, retryRefusedMs) }
}

function isFullyVoided({ amountCents, capturedCents, voidedCents }: Approval): boolean {
  return voidedCents >= (capturedCents || amountCents)
}
