import type { Approval, FindOutcome, Pending } from '#acquirer/acquirer.ts'
import { refusalCauses } from '#acquirer/causes.ts'
import type { Tx } from '#db/schema.ts'
import { earlier, later, addMs } from '#kit/clock.ts'
import {
  recheckAfterPendingMs,
  recheckDelayMs,
  lateAnswerHonouredMs,
  reviewAfterMs,
  codeFirstCheckMs,
} from '../../limits.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { attemptStates } from '../../attemptStates.ts'
import { isAwaiting, isInFlight } from '../../paymentState.ts'
import { decideOutcome } from '../../settle/outcomeDecision.ts'
import { changeState, reopen, reopenAfterLastAttempt, retryIfOvertaken } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { deleteAttemptHits } from '#session/server/limits/hits.ts'
import { recordRefusedCard, refusedUntil } from '../attempt/refusedCards.ts'
import { loadSettlementContext, type OutcomeSource, type Settlement } from '../settlementContext.ts'
import { recordNotFound, updateAttempt, wasNotFoundFor, isByPix } from '../attempt/attempts.ts'
import { updatePayment } from '../store.ts'
import { outcomeTexts } from '../../texts.ts'
import { reportUnlistedCode } from '../ledger/staffAlerts.ts'
import { recordFailedRefund, applyDifference } from '../difference/failedRefund.ts'
import { recordSaleEvents } from '../difference/saleEvents.ts'
import { recordDuplicateSale, isDuplicateSale, enqueueOtherSales } from './duplicateSale.ts'
import { openSetupCase } from '../ledger/cases.ts'
import { scheduleRecheck } from '../attempt/scheduleRecheck.ts'
import { approvalColumns, applyCapture } from './applyCapture.ts'
import { recordExternalRefundOfKept } from '../difference/externalRefund.ts'
import { endOpenAttemptKind } from './endOtherAttempts.ts'
import { requestReversal } from '../attempt/requestReversal.ts'
import { applyHoldOutcome, applyHold } from './applyHold.ts'
import { applyExpiredCode, recordRepeatedPixPayment, applyUnshownCode, isCodeOpen } from './pix/applyPix.ts'
import { isSuperseded } from './pix/superseded.ts'
import { shownColumns } from './shownToPayer.ts'

/** Applies an outcome to an attempt, from the pay call, bank return, webhook or janitor. Idempotent. */
export async function settle(deps: PaymentDeps, attemptId: number, outcome: FindOutcome, by: OutcomeSource) {
  await retryIfOvertaken(() =>
    transaction(deps.db, (tx) => applyOutcome(tx, deps, { attemptId, outcome, by })),
  )
}

type OutcomeReport = { attemptId: number; outcome: FindOutcome; by: OutcomeSource }

async function applyOutcome(tx: Tx, deps: PaymentDeps, { attemptId, outcome, by }: OutcomeReport) {
  const settlement = { ...(await loadSettlementContext(tx, attemptId)), ...by, now: deps.clock.now() }
  const { attempt } = settlement
  await enqueueOtherSales(tx, settlement, outcome)
  if (isDuplicateSale(attempt, outcome)) return recordDuplicateSale(tx, deps, settlement, outcome)
  const approval = outcome.outcome === 'approved' ? outcome : null
  if (approval && isByPix(attempt) && (await recordRepeatedPixPayment(tx, settlement, approval))) return
  if (approval) await recordSaleEvents(tx, settlement, approval)
  const decision = decideOutcome(attempt.state, approval)
  switch (decision.step) {
    case 'difference':
      return applyDifference(tx, deps, settlement, decision.approval)
    case 'failed_refund':
      return recordFailedRefund(tx, deps, settlement, decision.approval)
    case 'external_refund':
      return recordExternalRefundOfKept(tx, settlement, decision.approval)
    case 'hold':
      return applyHoldOutcome(tx, deps, settlement, outcome)
    case 'nothing':
      return
    case 'open':
      await applyToOpenAttempt(tx, deps, settlement, outcome)
      if (approval) await deleteAttemptHits(tx, attempt.id)
  }
}

async function applyToOpenAttempt(tx: Tx, deps: PaymentDeps, settlement: Settlement, outcome: FindOutcome) {
  const isUncertain = outcome.outcome === 'unknown' || outcome.outcome === 'not_found'
  if (isCodeOpen(settlement) && isUncertain) return
  switch (outcome.outcome) {
    case 'approved':
      return outcome.capturedCents > outcome.voidedCents
        ? applyCapture(tx, deps, settlement, outcome)
        : applyUncaptured(tx, deps, settlement, outcome)
    case 'refused':
      if (outcome.cause === 'ended') return applyExpiredCode(tx, settlement)
      return applyRefusal(tx, settlement, {
        cause: outcome.cause,
        returnCode: outcome.returnCode,
        reference: outcome.reference,
        reason: refusalCauses[outcome.cause].text,
        cardUntil: refusedUntil(outcome, settlement.now),
      })
    case 'pending':
      return applyPending(tx, settlement, outcome)
    case 'unknown':
      return applyUnknown(tx, deps, settlement, { reference: outcome.reference, askAt: null })
    case 'not_found':
      return applyNotFound(tx, deps, settlement)
  }
}

/** A voided sale took no money. A held one is recorded if the terms hold first, else rechecked. */
async function applyUncaptured(tx: Tx, deps: PaymentDeps, settlement: Settlement, approval: Approval) {
  const isHeldFirst = deps.subject.captureTerms(settlement.payment).captureMode === 'hold'
  if (approval.voidedCents === 0 && isHeldFirst) return applyHold(tx, deps, settlement, approval)
  if (approval.voidedCents === 0) {
    const age = settlement.now.getTime() - settlement.attempt.started_at.getTime()
    if (age >= lateAnswerHonouredMs) return releaseUncaptured(tx, settlement, approval)
    return applyUnknown(tx, deps, settlement, { reference: approval.reference, askAt: null })
  }
  const { reference, returnCode } = approval
  return applyRefusal(tx, settlement, {
    cause: 'generic',
    returnCode,
    reference,
    reason: outcomeTexts.nothingCharged,
    cardUntil: null,
  })
}

async function releaseUncaptured(tx: Tx, settlement: Settlement, approval: Approval): Promise<void> {
  const { attempt, now } = settlement
  await requestReversal(tx, attempt.id, { now, change: approvalColumns(approval, attempt, now) })
  await reopenAfterLastAttempt(tx, settlement, outcomeTexts.nothingCharged)
}

type AttemptRefusal = {
  cause: string
  returnCode: string | null
  reference: string | null
  reason: string
  /** Null where the card may be sent again at once. */
  cardUntil: Date | null
}

async function applyRefusal(tx: Tx, settlement: Settlement, refusal: AttemptRefusal) {
  const { payment, attempt, now } = settlement
  if (attempt.state === 'refused') return
  if (refusal.cause === 'setup') {
    // A setup error does not count, because every card would be refused.
    await deleteAttemptHits(tx, attempt.id)
    await openSetupCase(tx, { paymentId: payment.id, amountCents: attempt.amount_cents }, now)
  }
  if (refusal.cardUntil)
    await recordRefusedCard(tx, attempt.id, { cause: refusal.cause, until: refusal.cardUntil })
  if (refusal.cause === 'unlisted')
    await reportUnlistedCode(tx, { acquirer: attempt.acquirer, code: refusal.returnCode, now })
  await updateAttempt(tx, attempt.id, {
    state: 'refused',
    cause: refusal.cause,
    return_code: refusal.returnCode,
    reference: refusal.reference ?? attempt.reference,
    ...shownColumns(null),
    answered_at: now,
  })
  await reopenAfterLastAttempt(tx, settlement, refusal.reason)
}

async function applyPending(tx: Tx, settlement: Settlement, { reference, nextAction, expiresAt }: Pending) {
  const { payment, attempt, isLastAttempt, actor, now } = settlement
  const isUnanswered =
    attempt.state === 'in_flight' || attempt.state === 'unknown' || attempt.state === 'unheard'
  if (!isLastAttempt || !isUnanswered) return
  const isCode = nextAction.type === 'qr'
  // The first query does not wait for the webhook, which may be lost.
  const checkAt = isCode ? addMs(now, codeFirstCheckMs) : null
  const next_query_at =
    checkAt ?? later(attempt.next_query_at ?? expiresAt, addMs(expiresAt, recheckAfterPendingMs))
  const known = { reference, answered_at: now, next_query_at }
  if (!isInFlight(payment.state) && payment.state !== 'review') {
    await updateAttempt(tx, attempt.id, { ...known, state: 'abandoned' })
    return
  }
  await updateAttempt(tx, attempt.id, { ...known, state: 'challenged', ...shownColumns(nextAction) })
  const to = isCode ? 'awaiting_payment' : 'awaiting_cardholder'
  await changeState(tx, payment, to, { actor, now, change: { deadline_at: expiresAt } })
}

type UnknownOutcome = { reference: string | null; askAt: Date | null }

async function applyUnknown(tx: Tx, deps: PaymentDeps, settlement: Settlement, outcome: UnknownOutcome) {
  const { payment, attempt, otherPaymentStates, actor, now } = settlement
  if (!settlement.isLastAttempt || !isInFlight(payment.state) || !attemptStates[attempt.state].isAwaited)
    return
  const age = now.getTime() - attempt.started_at.getTime()
  const again = outcome.askAt ?? addMs(now, recheckDelayMs(age, deps.timing.janitorIntervalMs))
  if (!outcome.askAt) await updateAttempt(tx, attempt.id, { not_found_at: null })
  // A Pix code blocks no other payment, and a code that was never shown does not block its own payment.
  if (isByPix(attempt) && attempt.shown === null && !isAwaiting(payment.state))
    return applyUnshownCode(tx, settlement, outcome.reference)
  if (isAwaiting(payment.state) && (otherPaymentStates.length > 0 || isByPix(attempt))) {
    const deadline_at = outcome.askAt ? again : later(payment.deadline_at ?? again, again)
    return keepWaiting(tx, settlement, { age, deadline_at })
  }
  const reference = outcome.reference ?? attempt.reference
  await updateAttempt(tx, attempt.id, { state: 'unknown', reference })
  const [to, deadline_at] = age >= reviewAfterMs ? (['review', null] as const) : (['unknown', again] as const)
  await changeState(tx, payment, to, { actor, now, change: { deadline_at } })
  if (attempt.state !== 'unknown' && to === 'unknown') await scheduleRecheck(tx, attempt.id, now)
}

/** The stay was paid otherwise or a code expired: the attempt is rechecked until it ends. */
async function keepWaiting(tx: Tx, settlement: Settlement, wait: { age: number; deadline_at: Date }) {
  const { payment, attempt, actor, now } = settlement
  const { age, deadline_at } = wait
  // A paid code must not end as 'nothing charged'.
  if (age < reviewAfterMs || isSuperseded(attempt)) {
    if (isByPix(attempt)) await updateAttempt(tx, attempt.id, shownColumns(null))
    return updatePayment(tx, payment.id, now, { deadline_at })
  }
  await updateAttempt(tx, attempt.id, { state: 'abandoned', ...shownColumns(null), answered_at: now })
  // The job repeats the query, and is listed as dead if no answer comes.
  await enqueue(tx, endOpenAttemptKind, { attemptId: attempt.id }, { key: `end-open-${attempt.id}`, now })
  await changeState(tx, payment, 'cancelled', { actor, now, change: { deadline_at: null, reason: null } })
}

/** The second 'not found' reopens the payment; the attempt is still rechecked (docs/payment.md#settle). */
async function applyNotFound(tx: Tx, deps: PaymentDeps, settlement: Settlement): Promise<void> {
  const { attempt, now } = settlement
  const graceMs = deps.timing.notFoundGraceMs
  if (!attemptStates[attempt.state].isAwaited) return
  if (await wasNotFoundFor(tx, attempt.id, graceMs)) return reopenNotFound(tx, deps, settlement)
  await recordNotFound(tx, attempt.id)
  await applyUnknown(tx, deps, settlement, { reference: null, askAt: addMs(now, graceMs) })
}

async function reopenNotFound(tx: Tx, deps: PaymentDeps, settlement: Settlement): Promise<void> {
  const { payment, attempt, isLastAttempt, actor, now } = settlement
  const soon = addMs(now, deps.timing.notFoundGraceMs)
  await updateAttempt(tx, attempt.id, {
    state: 'unheard',
    ...shownColumns(null),
    answered_at: now,
    next_query_at: earlier(attempt.next_query_at ?? soon, soon),
  })
  if (!isLastAttempt || !isInFlight(payment.state)) return
  await reopen(tx, payment, { actor, now, reason: outcomeTexts.nothingCharged })
}
