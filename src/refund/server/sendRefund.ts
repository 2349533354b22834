import type { AttemptContext } from '#payment/server/settlementContext.ts'
import { type ChangeAmounts, isAmountMismatch, type Acquirer, type Approval } from '#acquirer/acquirer.ts'
import { acquirerByName } from '#acquirer/acquirers.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import type { Tx } from '#db/schema.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { queryLagFactor, reviewAfterMs } from '#payment/limits.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import {
  recordMissingRefund,
  findMissingEarlierRefund,
  findMissingRefund,
  queryReliableFrom,
} from '#payment/server/difference/failedRefund.ts'
import { retryWhenDue, retryUnansweredRefund } from './unconfirmed/retryTimes.ts'
import { recordAmountDifference } from '#payment/server/difference/amountDifference.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { decideSending, saleStatusOf, type SaleStatus, type SendingFacts } from '../sendingDecision.ts'
import { mayOmitRefund, openUnconfirmedRefundCase } from './unconfirmed/leaveToStaff.ts'
import { recheckEndedRefund, recordRefund, readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { type RefundLease, leaseRefund, extendLease, markPending, releaseLease } from './refundLeases.ts'
import {
  endRefund,
  type Refund,
  refundKind,
  excessActor,
  unseenCode,
  updateRefundAmounts,
  getRefund,
  refundExcess,
} from '#payment/server/ledger/refunds.ts'
import {
  insertExternalRefund,
  externalRefundKind,
  recomputeRefundState,
} from '#payment/server/difference/externalRefund.ts'
import { isByPix, getAttempt } from '#payment/server/attempt/attempts.ts'
import { lockPayment, getPayment } from '#payment/server/store.ts'

/** Job: sends a refund once; a repeat queries first. Retries without end. */
export const refundJob = job({ ...refundKind, run: sendRefund })

async function sendRefund(deps: PaymentDeps, { refundId }: { refundId: number }): Promise<Reschedule | void> {
  const read = await getRefund(deps.db, refundId)
  if (read.state !== 'asked') return
  const { reference, acquirer: name } = await getAttempt(deps.db, read.attempt_id)
  if (reference === null) throw new Error(`refund ${refundId} of a sale without a reference`)
  const leased = await leaseRefund(deps.db, read, leaseMs(deps))
  const acquirer = acquirerByName(deps.acquirers, name)
  const found = await acquirer.findByReference(reference)
  const sale = found.outcome === 'approved' ? found : null
  const status = sale && saleStatusOf(sale, leased?.refund ?? read)
  if (status === 'done') return endOpenRefund(deps, refundId, recordConfirmed)
  if (!leased) return retryUnleased(deps, read, status)
  const { refund, isFirst } = leased
  if (sale && status)
    switch (decideSending(await readSendingFacts(deps, leased, { sale, status }))) {
      case 'external':
        return endByExternalRefund(deps, leased, sale)
      case 'other_amount':
        return confirmOtherAmount(deps, leased, { sale, amounts: shownAmounts(sale, refund) })
      case 'ask_staff':
        return openUnconfirmedRefundCase(deps, leased)
      case 'unseen':
        return endAsUnseen(deps, leased, sale)
      case 'send':
        return sendToAcquirer(deps, acquirer, { reference, leased })
      case 'wait':
    }
  await releaseLease(deps.db, leased, { wasAsked: !isFirst })
  return retryUnansweredRefund(deps, refund)
}

type ShownSale = { sale: Approval; status: SendingFacts['status'] }

async function readSendingFacts(deps: PaymentDeps, lease: RefundLease, { sale, status }: ShownSale) {
  const { refund, isFirst } = lease
  const isInDoubt = !isFirst && mayOmitRefund(sale, refund)
  return {
    status,
    isInDoubt,
    isPending: refund.pending_until_at !== null,
    followsDenied: status === 'other' && !isFirst && (await followsDeniedRefund(deps, refund, sale)),
    isEarlierMissing: status === 'lagging' && !isInDoubt && (await isEarlierRefundMissing(deps, lease, sale)),
  }
}

/** Another worker sends the refund, or the acquirer makes it later. */
function retryUnleased(deps: PaymentDeps, refund: Refund, status: SaleStatus | null): Reschedule {
  const { pending_until_at: until } = refund
  const now = deps.clock.now()
  return status === 'untouched' && until !== null && until > now
    ? retryWhenDue({ outcome: 'pending', until }, now)
    : retryUnansweredRefund(deps, refund)
}

type RefundCall = { reference: string; leased: RefundLease }

async function sendToAcquirer(deps: PaymentDeps, acquirer: Acquirer, { reference, leased }: RefundCall) {
  const { refund, isFirst } = leased
  const { amount_cents: amountCents, target_cents: targetCents } = refund
  const id = `R${refund.id}`
  const refundedCents = targetCents - amountCents
  const lease = await extendLease(deps.db, leased, leaseMs(deps))
  if (!lease) return retryUnansweredRefund(deps, refund)
  const outcome = await acquirer.refund({ id, reference, amountCents, refundedCents, isRepeat: !isFirst })
  switch (outcome.outcome) {
    case 'refused':
      if (refund.actor === excessActor) return retryExcess(deps, lease)
      return endAsRefused(deps, lease, outcome.returnCode)
    case 'pending':
      await markPending(deps.db, lease, { until: outcome.until, now: deps.clock.now() })
      return retryWhenDue(outcome, deps.clock.now())
    case 'later':
      await releaseLease(deps.db, lease, { wasAsked: !isFirst })
      return retryWhenDue(outcome, deps.clock.now())
    case 'approved':
      if (saleStatusOf(outcome, refund) === 'done') return endOpenRefund(deps, refund.id, recordConfirmed)
      if (outcome.amounts && isAmountMismatch(outcome.amounts))
        return confirmOtherAmount(deps, lease, { sale: outcome, amounts: outcome.amounts })
      return retryUnansweredRefund(deps, refund)
    case 'unknown':
      return retryUnansweredRefund(deps, refund)
  }
}

/** The time of two calls to the acquirer, and of the lag until a query shows a late refund. */
function leaseMs({ timing: { acquirerTimeoutMs, notFoundGraceMs } }: PaymentDeps): number {
  return 2 * acquirerTimeoutMs + queryLagFactor * notFoundGraceMs
}

/**
 * Records a refund made on the acquirer's site. A sent refund of the portal counts as made if the total
 * exceeds its target.
 */
async function endByExternalRefund(deps: PaymentDeps, lease: RefundLease, sale: Approval) {
  const { voidedCents: refundedCents } = sale
  return endUnderLease(deps, lease, async (tx, { refund, ...context }) => {
    const mayBeOurs = !lease.isFirst && refundedCents > refund.target_cents
    const end = mayBeOurs
      ? { state: 'confirmed' as const, returnCode: null }
      : { state: 'refused' as const, returnCode: 'ledger' }
    await endRefund(tx, refund.id, { ...end, now: context.now })
    if (!mayBeOurs) await recheckEnded(tx, refund, context.now)
    const { refundedCents: knownCents } = await readLedgerSums(tx, refund.attempt_id)
    const ours = mayBeOurs ? refund.amount_cents : 0
    if (mayBeOurs) await recordRefundEntry(tx, refund, context.now)
    const amountCents = refundedCents - knownCents - ours
    await insertExternalRefund(tx, deps.subject, context, { amountCents, by: externalRefundKind(sale) })
    const returnedCents = refundedCents - knownCents
    await recomputeRefundState(tx, context, { amount_cents: returnedCents }, returnedCents)
  })
}

async function isEarlierRefundMissing(deps: PaymentDeps, { refund, isFirst }: RefundLease, sale: Approval) {
  const { db, clock } = deps
  const short = await findMissingRefund(db, await getAttempt(db, refund.attempt_id), sale)
  const now = clock.now()
  const isOver = isFirst || now.getTime() - refund.asked_at.getTime() >= reviewAfterMs
  return short !== null && now >= queryReliableFrom(short.since, deps) && isOver
}

/** Whether this refund was made and an earlier one failed. A webhook reports the failure within a day. */
async function followsDeniedRefund({ db, clock }: PaymentDeps, refund: Refund, sale: Approval) {
  if (clock.now().getTime() - refund.asked_at.getTime() >= reviewAfterMs) return false
  const payment = await getPayment(db, refund.payment_id)
  const attempt = await getAttempt(db, refund.attempt_id)
  return (await findMissingEarlierRefund(db, { payment, attempt }, sale)) !== null
}

async function endAsUnseen(
  deps: PaymentDeps,
  lease: RefundLease,
  sale: Approval,
): Promise<Reschedule | void> {
  return endUnderLease(deps, lease, async (tx, { refund, ...context }) => {
    await endRefund(tx, refund.id, { state: 'refused', returnCode: unseenCode, now: context.now })
    await recheckEnded(tx, refund, context.now)
    const short = await findMissingRefund(tx, context.attempt, sale)
    if (short) await recordMissingRefund(tx, context, short)
    await recomputeRefundState(tx, context, { refused: unseenCode })
  })
}

const recordConfirmed: LockedWork = async (tx, { refund, ...context }) => {
  const { id, amount_cents, actor } = refund
  await recordRefundEntry(tx, refund, context.now)
  await endRefund(tx, id, { state: 'confirmed', returnCode: null, now: context.now })
  await recomputeRefundState(tx, context, { amount_cents }, actor === excessActor ? 0 : amount_cents)
}

function shownAmounts({ voidedCents }: Approval, refund: Refund): ChangeAmounts {
  const beforeCents = refund.target_cents - refund.amount_cents
  const shownCents = voidedCents - beforeCents
  return { askedCents: refund.amount_cents, acknowledgedCents: null, shownCents }
}

type OtherAmount = { sale: Approval; amounts: ChangeAmounts }

/** Refund and ledger take the amount that the acquirer shows, and a case is opened. */
async function confirmOtherAmount(deps: PaymentDeps, lease: RefundLease, { sale, amounts }: OtherAmount) {
  return endUnderLease(deps, lease, async (tx, { refund, ...context }) => {
    const { refundedCents } = await readLedgerSums(tx, refund.attempt_id)
    const { voidedCents: target_cents } = sale
    const shown = { ...refund, amount_cents: target_cents - refundedCents, target_cents }
    if (shown.amount_cents <= 0) return
    await updateRefundAmounts(tx, refund, { amountCents: shown.amount_cents, targetCents: target_cents })
    await recordAmountDifference(tx, { ...context, id: refund.id }, 'refund', amounts)
    await recordConfirmed(tx, { ...context, refund: shown })
  })
}

const retryRefusedMs = 6 * hourMs

/** The excess of a Pix is owed even if the bank refuses: its refund is retried, and a case is opened. */
async function retryExcess(deps: PaymentDeps, lease: RefundLease): Promise<Reschedule> {
  const now = deps.clock.now()
  const { payment_id: paymentId, amount_cents: amountCents } = lease.refund
  await transaction(deps.db, (tx) => openCase(tx, { paymentId, kind: 'late_refund', amountCents }, now))
  await releaseLease(deps.db, lease, { wasAsked: false })
  return { notBefore: addMs(now, retryRefusedMs) }
}

async function endAsRefused(deps: PaymentDeps, lease: RefundLease, returnCode: string | null) {
  return endUnderLease(deps, lease, async (tx, { refund, ...context }) => {
    await endRefund(tx, refund.id, { state: 'refused', returnCode, now: context.now })
    await recheckEnded(tx, refund, context.now)
    await recomputeRefundState(tx, context, { refused: returnCode })
  })
}

/** What the acquirer refused may have been made all the same. */
function recheckEnded(tx: Tx, { id: refundId, attempt_id: attemptId }: Refund, now: Date): Promise<void> {
  return recheckEndedRefund(tx, { refundId, attemptId, now })
}

async function recordRefundEntry(tx: Tx, refund: Refund, at: Date): Promise<void> {
  const { payment_id, attempt_id, amount_cents: amountCents } = refund
  await recordRefund(tx, { attempt: { id: attempt_id, payment_id }, amountCents, at })
}

type LockedWork = (tx: Tx, context: AttemptContext & { refund: Refund }) => Promise<void>

/** Does nothing if another worker has taken the lease: that worker records the outcome. */
async function endUnderLease(
  deps: PaymentDeps,
  lease: RefundLease,
  work: LockedWork,
): Promise<Reschedule | void> {
  let isOurs = false
  await endOpenRefund(deps, lease.refund.id, async (tx, context) => {
    isOurs = (await extendLease(tx, lease, leaseMs(deps))) !== null
    if (isOurs) await work(tx, context)
  })
  if (!isOurs) return retryUnansweredRefund(deps, lease.refund)
}

async function endOpenRefund(deps: PaymentDeps, refundId: number, work: LockedWork): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { payment_id } = await getRefund(tx, refundId)
    const payment = await lockPayment(tx, payment_id)
    const refund = await getRefund(tx, refundId)
    if (refund.state !== 'asked') return
    const attempt = await getAttempt(tx, refund.attempt_id)
    const now = deps.clock.now()
    await work(tx, { refund, payment, attempt, actor: 'acquirer', now })
    // The excess of a Pix is refunded once the open refund has ended.
    if (isByPix(attempt) && attempt.state === 'captured') await refundExcess(tx, { payment, attempt, now })
  })
}
