import type { AttemptContext } from '#payment/server/settlementContext.ts'
import {
  type ChangeAmounts,
  isAmountMismatch,
  type Acquirer,
  type Approval,
  type ChangeOutcome,
  type FindOutcome,
} from '#acquirer/acquirer.ts'
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
import { mayOmitRefund, openUnconfirmedRefundCase } from './unconfirmed/leaveToStaff.ts'
import { recordRefund, readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { type RefundLease, leaseRefund, extendLease, markPending, releaseLease } from './refundLeases.ts'
import {
  endRefund,
  type Refund,
  refundKind,
  excessActor,
  unseenCode,
  updateRefundAmounts,
  getRefund,
} from '#payment/server/ledger/refunds.ts'
import {
  insertExternalRefund,
  externalRefundKind,
  recomputeRefundState,
} from '#payment/server/difference/externalRefund.ts'
import { isByPix, getAttempt } from '#payment/server/attempt/attempts.ts'
import { refundExcess } from '#payment/server/settle/pix/applyPix.ts'
import { lockPayment, getPayment } from '#payment/server/store.ts'

/** Job: sends a refund once; a repeat queries first. Retries without end. */
export const refundJob = job({ ...refundKind, run: sendRefund })

async function sendRefund(deps: PaymentDeps, { refundId }: { refundId: number }): Promise<Reschedule | void> {
  const read = await getRefund(deps.db, refundId)
  if (read.state !== 'asked') return
  const { reference, acquirer: name } = await getAttempt(deps.db, read.attempt_id)
  if (reference === null) throw new Error(`refund ${refundId} of a sale without a reference`)
  const leased = await leaseRefund(deps.db, read, leaseMs(deps))
  const { refund, isFirst: first } = leased ?? { refund: read, isFirst: false }
  const acquirer = acquirerByName(deps.acquirers, name)
  const found = await acquirer.findByReference(reference)
  const saleStatus = saleStatusOf(found, refund)
  if (saleStatus === 'done') return endOpenRefund(deps, refundId, recordConfirmed)
  const sale = leased && found.outcome === 'approved' ? found : null
  if (leased && sale && saleStatus === 'other' && (first || !(await followsDeniedRefund(deps, refund, sale))))
    return refund.pending_until_at === null
      ? endByExternalRefund(deps, leased, sale)
      : confirmOtherAmount(deps, leased, { sale, amounts: shownAmounts(sale, refund) })
  const isUnseen = saleStatus === 'untouched' || saleStatus === 'lagging'
  // Sending again might refund twice.
  if (leased && isUnseen && !first && mayOmitRefund(found, refund))
    return openUnconfirmedRefundCase(deps, leased)
  const isLagging = sale !== null && saleStatus === 'lagging'
  if (leased && isLagging && (await isEarlierRefundMissing(deps, refund, { sale, first })))
    return endAsUnseen(deps, leased, sale)
  if (saleStatus === 'untouched' && leased) return sendToAcquirer(deps, acquirer, { reference, leased })
  const { pending_until_at: until } = refund
  if (saleStatus === 'untouched' && until !== null && until > deps.clock.now())
    return retryWhenDue({ outcome: 'pending', until }, deps.clock.now())
  if (leased) await releaseLease(deps.db, leased, { wasAsked: !first })
  return retryUnansweredRefund(deps, refund)
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
    case 'unknown':
      if (saleStatusOf(outcome, refund) === 'done') return endOpenRefund(deps, refund.id, recordConfirmed)
      if (outcome.outcome === 'approved' && outcome.amounts && isAmountMismatch(outcome.amounts))
        return confirmOtherAmount(deps, lease, { sale: outcome, amounts: outcome.amounts })
      return retryUnansweredRefund(deps, refund)
  }
}

/** `lagging`: the query shows less than the earlier refunds, so it is out of date. */
function saleStatusOf(sale: FindOutcome | ChangeOutcome, refund: Refund) {
  if (sale.outcome !== 'approved') return 'unknown'
  const beforeCents = refund.target_cents - refund.amount_cents
  if (sale.voidedCents === refund.target_cents) return 'done'
  if (sale.voidedCents === beforeCents) return 'untouched'
  return sale.voidedCents < beforeCents ? 'lagging' : 'other'
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
    const { refundedCents: knownCents } = await readLedgerSums(tx, refund.attempt_id)
    const ours = mayBeOurs ? refund.amount_cents : 0
    if (mayBeOurs) await recordRefundEntry(tx, refund, context.now)
    await insertExternalRefund(tx, context, refundedCents - knownCents - ours, externalRefundKind(sale))
    const returnedCents = refundedCents - knownCents
    await recomputeRefundState(tx, context, { amount_cents: returnedCents }, returnedCents)
  })
}

type ShownSale = { sale: Approval; first: boolean }

async function isEarlierRefundMissing(deps: PaymentDeps, refund: Refund, { sale, first }: ShownSale) {
  const { db, clock } = deps
  const short = await findMissingRefund(db, await getAttempt(db, refund.attempt_id), sale)
  const now = clock.now()
  const isOver = first || now.getTime() - refund.asked_at.getTime() >= reviewAfterMs
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
    await updateRefundAmounts(tx, shown)
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
    await recomputeRefundState(tx, context, { refused: returnCode })
  })
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
