import * as z from 'zod/mini'
import type { Approval, FindOutcome } from '#acquirer/acquirer.ts'
import type { Tx } from '#db/schema.ts'
import { earlier, addMs } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { recheckDelayMs, holdMs, lateAnswerHonouredMs, reviewAfterMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { outcomeTexts } from '../../texts.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Settlement } from '../settlementContext.ts'
import { queryReliableFrom } from '../difference/failedRefund.ts'
import { recordAmountDifference } from '../difference/amountDifference.ts'
import { recordSaleEvent } from '../difference/saleEvents.ts'
import { recheckKind, recheckTomorrow } from '../ledger/ledger.ts'
import { updateAttempt, scheduleCaptureRecheck } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'
import { approvalColumns, recordLedgerSums, reverseCapture, saveApprovedCard } from './applyCapture.ts'
import { recordCaptured } from './recordCaptured.ts'
import { requestReversal } from '../attempt/requestReversal.ts'

/** Records a reservation's hold, or releases it where it is no longer needed. */
export async function applyHold(tx: Tx, deps: PaymentDeps, settlement: Settlement, approval: Approval) {
  const { payment, attempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, { state: 'held', ...approvalColumns(approval, attempt, now) })
  if (approval.mayBeAutoCancelled) await scheduleCaptureRecheck(tx, attempt)
  await saveApprovedCard(tx, deps, settlement, approval)
  const awaited = can('becomeHeld', payment.state) && (await deps.subject.onAuthorised(tx, payment, now))
  if (!awaited) return reverseCapture(tx, settlement, outcomeTexts.spaceGone)
  const change = { deadline_at: addMs(now, holdMs), reason: null }
  await changeState(tx, payment, 'authorised', { actor, now, change })
}

/** Applies a query's outcome to a hold. */
export async function applyHoldOutcome(
  tx: Tx,
  deps: PaymentDeps,
  settlement: Settlement,
  outcome: FindOutcome,
) {
  switch (outcome.outcome) {
    case 'approved':
      if (outcome.capturedCents > outcome.voidedCents) return applyHoldCapture(tx, deps, settlement, outcome)
      return outcome.voidedCents > 0
        ? applyHoldVoid(tx, deps, settlement, outcome)
        : retryHoldLater(tx, deps, settlement)
    case 'refused':
      return applyHoldRelease(tx, deps, settlement)
    case 'pending':
    case 'unknown':
    case 'not_found':
      return applyUnknownEnding(tx, deps, settlement)
  }
}

async function applyHoldCapture(tx: Tx, deps: PaymentDeps, settlement: Settlement, approval: Approval) {
  const { payment, attempt, actor, now } = settlement
  const takenCents = approval.capturedCents - approval.voidedCents
  await updateAttempt(tx, attempt.id, { state: 'captured', ...approvalColumns(approval, attempt, now) })
  await recordLedgerSums(tx, settlement, approval)
  if (approval.amounts?.shownCents === null) {
    // The acquirer acknowledged the capture, and no query shows it yet.
    const at = { key: `look-at-capture-${attempt.id}`, now, runAt: addMs(queryReliableFrom(now, deps), 1) }
    await enqueue(tx, recheckKind, { attemptId: attempt.id }, at)
  }
  // The capture was requested before the release.
  if (payment.requested_cents === 0)
    return reverseHoldCapture(tx, settlement, { amount_cents: takenCents, paid_at: now })
  const part = partialCapture(payment, takenCents)
  if (!part || approval.amounts) {
    const askedCents = payment.requested_cents ?? attempt.amount_cents
    const acknowledgedCents = approval.amounts?.acknowledgedCents ?? null
    const { capturedCents: shownCents } = approval
    await recordAmountDifference(tx, settlement, 'capture', { askedCents, acknowledgedCents, shownCents })
  }
  if (takenCents !== payment.requested_cents && !part) {
    const detail = { payment: payment.id, takenCents, requestedCents: payment.requested_cents }
    deps.log.error(detail, 'captured amount differs')
    return changeState(tx, payment, 'review', { actor, now, change: { deadline_at: null } })
  }
  // A late answer must not lengthen the stay.
  const paidAt = earlier(now, addMs(payment.ending_at ?? now, lateAnswerHonouredMs))
  const result = await deps.subject.onPaid(tx, { ...payment, amount_cents: takenCents }, paidAt, now)
  const captured = { amount_cents: takenCents, paid_at: paidAt }
  if ('notOwed' in result) return reverseHoldCapture(tx, settlement, captured)
  const end = { exit_deadline_at: result.exitDeadlineAt, receipt_kid: deps.receiptKid }
  await recordCaptured(tx, settlement, { ...captured, ...part, ...end })
}

/** The breakdown of an earlier, smaller capture; null otherwise. */
function partialCapture(payment: Payment, takenCents: number) {
  const { ticket_id: ticketId, requested_cents: requestedCents, breakdown } = payment
  if (ticketId === null || requestedCents === null || takenCents >= requestedCents) return null
  const apart = { text: 'Diferença a pagar à parte', amountCents: takenCents - requestedCents }
  return {
    requested_cents: takenCents,
    breakdown: JSON.stringify([...z.parse(breakdownLines, breakdown), apart]),
  }
}

const breakdownLines = z.array(z.object({ text: z.string(), amountCents: z.number() }))

async function reverseHoldCapture(
  tx: Tx,
  { payment, attempt, actor, now }: Settlement,
  captured: { amount_cents: number; paid_at: Date },
): Promise<void> {
  await requestReversal(tx, attempt.id, { now })
  await changeState(tx, payment, 'refunding', { actor, now, change: { ...captured, deadline_at: null } })
}

/** Opens a case where the portal did not request the void. */
async function applyHoldVoid(tx: Tx, deps: PaymentDeps, settlement: Settlement, sale: Approval) {
  // Staff released the hold while a capture was under way.
  const wasTaken = sale.capturedCents > 0
  const { amount_cents: askedCents } = settlement.attempt
  const amounts = { askedCents, acknowledgedCents: null, shownCents: sale.voidedCents }
  if (!wasTaken && settlement.payment.requested_cents === 0)
    await recordAmountDifference(tx, settlement, 'void', amounts)
  if (wasTaken) await recordLedgerSums(tx, settlement, sale)
  await applyHoldRelease(tx, deps, settlement, wasTaken ? 'given_back' : 'released')
  if (settlement.payment.requested_cents === 0) return
  const kind = sale.mayBeAutoCancelled ? 'auto_cancelled' : 'returned_outside'
  await recordSaleEvent(tx, settlement, { kind, number: '', amountCents: askedCents })
}

async function applyHoldRelease(
  tx: Tx,
  deps: PaymentDeps,
  settlement: Settlement,
  state: 'released' | 'given_back' = 'released',
) {
  const { payment, attempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, { state, answered_at: now })
  const byPortal = payment.requested_cents === 0
  // `recordRefund` schedules the recheck of a reversed capture.
  if (byPortal && state === 'released')
    await recheckTomorrow(tx, { attemptId: attempt.id, key: `look-at-release-${attempt.id}`, now })
  if (!byPortal)
    deps.log.error({ payment: payment.id, requestedCents: payment.requested_cents }, 'a hold ended by itself')
  await changeState(tx, payment, 'voided', { actor, now, change: { deadline_at: null, reason: null } })
  await deps.subject.onReleased(tx, payment, { byPortal, now })
}

/** Lets the janitor try again. While a call that was not refused may be running, a query proves nothing. */
async function retryHoldLater(tx: Tx, deps: PaymentDeps, settlement: Settlement) {
  const { payment, actor, now, isRefused = false } = settlement
  if (payment.state !== 'capturing' && payment.state !== 'unknown') return
  if (!isRefused && now < queryReliableFrom(payment.updated_at, deps)) return
  const again = recheckDelayMs(endingAgeMs(payment, now), deps.timing.janitorIntervalMs)
  await changeState(tx, payment, 'authorised', { actor, now, change: { deadline_at: addMs(now, again) } })
}

async function applyUnknownEnding(tx: Tx, deps: PaymentDeps, { payment, actor, now }: Settlement) {
  if (payment.state !== 'capturing' && payment.state !== 'unknown') return
  const age = endingAgeMs(payment, now)
  if (age >= reviewAfterMs)
    return changeState(tx, payment, 'review', { actor, now, change: { deadline_at: null } })
  const change = { deadline_at: addMs(now, recheckDelayMs(age, deps.timing.janitorIntervalMs)) }
  await changeState(tx, payment, 'unknown', { actor, now, change })
}

function endingAgeMs(payment: Payment, now: Date): number {
  return now.getTime() - (payment.ending_at ?? now).getTime()
}
