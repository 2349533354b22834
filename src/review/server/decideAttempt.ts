import {
  scheduleCaptureRecheck,
  type Attempt,
  getAttempt,
  findAttemptByNumber,
  updateAttempt,
  isByPix,
} from '#payment/server/attempt/attempts.ts'
import { refundTermsOf } from '#refund/server/refundTerms.ts'
import type { Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { acquirerCallMs } from '#payment/limits.ts'
import { can } from '#payment/paymentState.ts'
import { type AttemptDecision, decisionsForAttempt } from '#payment/attemptStates.ts'
import { changeState } from '#payment/server/changeState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { sendHoldEnding } from '#payment/hold/server/endHold.ts'
import { releaseUnowedHold } from '#payment/hold/server/recordHoldEnding.ts'
import { requestReversalAgain } from '#payment/server/attempt/requestReversal.ts'
import { readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { isRefundOpen } from '#payment/server/ledger/refunds.ts'
import { closeCases, isCaseOpen, hasKeptMoneyCase, listOpenCases } from '#payment/server/ledger/cases.ts'
import { queryAndSettle } from '#payment/server/settle/queryAndSettle.ts'
import { lockPayment, type Payment, auditSubject } from '#payment/server/store.ts'
import { outcomeTexts } from '#payment/texts.ts'
import {
  type RequestedRefund,
  wholeOnlyText,
  waitForRefund,
  createRefund,
} from '#refund/server/refundPayment.ts'
import { acceptKeptMoney, doubtedCents } from './doubtedMoney.ts'

type AttemptDecisionInput = {
  readonly paymentId: number
  readonly n: number
  readonly decision: AttemptDecision
  readonly reason: string
  readonly actor: string
  /** What staff saw as over; null where none was sent. */
  readonly valueCents: number | null
}

type DecisionContext = AttemptDecisionInput & { payment: Payment; attempt: Attempt; now: Date }

/** Stores a decision of staff under lock, then sends it. Throws `nothing_to_decide`. Answers warnings. */
export async function decideAttempt(deps: PaymentDeps, by: AttemptDecisionInput): Promise<readonly string[]> {
  const { attempt, refund, isFirst } = await transaction(deps.db, (tx) => recordDecision(tx, deps, by))
  if (refund !== null) await waitForRefund(deps, refund.refundId)
  const fresh = await getAttempt(deps.db, attempt.id)
  if (fresh.state === 'held') await sendHoldEnding(deps, by.paymentId, { actor: by.actor, isFirst })
  else if (by.decision === 'again' && fresh.state !== 'giving_back')
    await queryAndSettle(deps, fresh, by.actor)
  return refund?.warnings ?? []
}

/** `isFirst`: no earlier call that ends this hold can be running. */
type RecordedDecision = { attempt: Attempt; refund: RequestedRefund | null; isFirst: boolean }

async function recordDecision(
  tx: Tx,
  deps: PaymentDeps,
  by: AttemptDecisionInput,
): Promise<RecordedDecision> {
  const now = deps.clock.now()
  const payment = await lockPayment(tx, by.paymentId)
  const attempt = await findAttemptByNumber(tx, by.paymentId, by.n)
  if (!attempt) throw fail('nothing_to_decide')
  const allowed = decisionsForAttempt(attempt.state, {
    isEnding: payment.requested_cents !== null,
    isKeptInDoubt: can('refund', payment.state) && (await hasKeptMoneyCase(tx, payment.id)),
    isKeptAgain: await isCaseOpen(tx, payment.id, 'kept_again'),
  })
  if (!allowed.includes(by.decision)) throw fail('nothing_to_decide')
  const decided = { ...auditSubject(payment.id, by.actor, now), action: `attempt_${by.decision}` } as const
  await audit(tx, {
    ...decided,
    before: { state: payment.state },
    after: { attempt: by.n, reason: by.reason },
  })
  const context = { ...by, payment, attempt, now }
  if (attempt.state === 'held') await retryEnding(tx, deps, context)
  else if (attempt.state === 'captured')
    return { attempt, refund: await decideKeptMoney(tx, deps, context), isFirst: false }
  else if (attempt.state === 'kept') await closeCases(tx, payment.id, ['kept_again'], now)
  else if (attempt.state === 'giving_back' && by.decision === 'accept') await acceptKept(tx, context)
  else if (attempt.state === 'giving_back')
    await requestReversalAgain(tx, attempt.id, { now, keySuffix: `again-${now.getTime()}` })
  return { attempt, refund: null, isFirst: can('endHold', payment.state) || payment.state === 'review' }
}

async function retryEnding(tx: Tx, deps: PaymentDeps, context: DecisionContext): Promise<void> {
  const { payment, decision, actor, now } = context
  if (await releaseUnowedHold(tx, deps, payment, { actor, now })) return
  const released = decision === 'give_back' ? { requested_cents: 0, breakdown: JSON.stringify([]) } : {}
  const change = { ...released, deadline_at: addMs(now, acquirerCallMs(deps.timing)) }
  await changeState(tx, payment, 'capturing', { actor, now, change })
}

/** Throws `refund_in_flight`, `refund_changed` for another amount than is over now, and 422. */
async function decideKeptMoney(tx: Tx, deps: PaymentDeps, context: DecisionContext) {
  const { payment, attempt, decision, reason, actor, now } = context
  if (decision === 'accept') {
    await acceptKeptMoney(tx, deps.subject, payment, now)
    return null
  }
  // The open refund of a Pix surplus changes the balance.
  if (await isRefundOpen(tx, payment.id)) throw fail('refund_in_flight')
  const { valueCents } = context
  if (valueCents === null) throw invalid({ value: [fieldTexts.required] })
  const { takenCents, refundedCents } = await readLedgerSums(tx, attempt.id)
  const keptCents = takenCents - refundedCents
  const overCents = await deps.subject.lockOver(tx, payment, now)
  const amountCents = doubtedCents(await listOpenCases(tx, payment.id), { overCents, keptCents })
  if (amountCents !== valueCents || amountCents === 0) throw fail('refund_changed')
  const returns = refundTermsOf(deps.acquirers, attempt, { refundedCents, now })
  if (returns?.parts === 'none' && amountCents < keptCents)
    throw invalid({ reason: [wholeOnlyText(keptCents)] })
  const refund = { payment, attempt, amountCents, refundedCents, reason, actor, now }
  return createRefund(tx, deps.subject, { ...refund, isAutomatic: false })
}

/** Staff settled it with the driver in another way. */
async function acceptKept(tx: Tx, { payment, attempt, reason, actor, now }: DecisionContext): Promise<void> {
  await updateAttempt(tx, attempt.id, { state: 'kept' })
  if (isByPix(attempt)) await scheduleCaptureRecheck(tx, attempt)
  if (payment.state !== 'refunding' || (await isRefundOpen(tx, payment.id))) return
  const change = { deadline_at: null, reason: outcomeTexts.settledOtherwise }
  await changeState(tx, payment, 'refunded', { actor, now, change, note: { reason } })
}
