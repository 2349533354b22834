import { type ChangeAmounts, isOtherAmount } from '#acquirer/changes.ts'
import type { Acquirer, Approval, ChangeOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import { hourMs, plus } from '#kit/clock.ts'
import type { Tx } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { lagGraces, reviewAfterMs } from '#payment/limits.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { noteUnseen, shortBeneath, shortOf, surelyFrom } from '#payment/server/difference/failedRefund.ts'
import { notYet, refundUnsaid } from './unconfirmed/notYet.ts'
import { noteAmounts } from '#payment/server/difference/noteAmounts.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { isUntold, leaveToStaff } from './unconfirmed/leaveToStaff.ts'
import { bookRefund, moneyOf } from '#payment/server/ledger/ledger.ts'
import { type Claim, claimRefund, keepClaim, markPending, releaseRefund } from './claims.ts'
import {
  changeRefundTo,
  endRefund,
  type Refund,
  refundById,
  refundKind,
  surplusActor,
  unseenCode,
} from '#payment/server/ledger/refunds.ts'
import { bookFound, foundBy, recomputeRefundState } from '#payment/server/difference/bookReturn.ts'
import { isByPix } from '#payment/server/settle/pix/pixAttempt.ts'
import { returnSurplus } from '#payment/server/settle/pix/bookPix.ts'
import { type Attempt, attemptById } from '#payment/server/attempt/attempts.ts'
import { lockPayment, type Payment, paymentById } from '#payment/server/store.ts'

/**
 * Job: sends a refund, once. A repeat queries first, and sends nothing while an earlier call may still run or the
 * acquirer has accepted it. Retries without end.
 */
export const refundJob = job({ ...refundKind, run: refundLater })

async function refundLater(deps: PaymentDeps, { refundId }: { refundId: number }): Promise<NotYet | void> {
  const read = await refundById(deps.db, refundId)
  if (read.state !== 'asked') return
  const { reference, acquirer: name } = await attemptById(deps.db, read.attempt_id)
  if (reference === null) throw new Error(`refund ${refundId} of a sale without a reference`)
  const claimed = await claimRefund(deps.db, read, claimMs(deps))
  const { refund, isFirst: first } = claimed ?? { refund: read, isFirst: false }
  const acquirer = acquirerNamed(deps.acquirers, name)
  const found = await acquirer.findByReference(reference)
  const standing = standingOf(found, refund)
  if (standing === 'done') return confirm(deps, refundId)
  if (
    standing === 'other' &&
    claimed &&
    found.outcome === 'approved' &&
    (first || !(await isAboveDenied(deps, refund, found)))
  )
    return refund.pending_until_at === null
      ? bookOther(deps, claimed, found)
      : confirmOther(deps, claimed, { sale: found, amounts: amountsShown(found, refund) })
  // Sending again might refund twice.
  if ((standing === 'untouched' || standing === 'behind') && claimed && !first && isUntold(found, refund))
    return leaveToStaff(deps, claimed)
  if (
    standing === 'behind' &&
    claimed &&
    found.outcome === 'approved' &&
    (await isUnseen(deps, refund, { sale: found, first }))
  )
    return endUnseen(deps, claimed, found)
  if (standing === 'untouched' && claimed) return giveBack(deps, acquirer, { reference, claimed })
  const { pending_until_at: until } = refund
  if (standing === 'untouched' && until !== null && until > deps.clock.now())
    return notYet({ outcome: 'pending', until }, deps.clock.now())
  // Any earlier call had ended before this query.
  if (claimed) await releaseRefund(deps.db, claimed, { wasAsked: !first })
  return refundUnsaid(deps, refund)
}

async function giveBack(
  deps: PaymentDeps,
  acquirer: Acquirer,
  { reference, claimed }: { reference: string; claimed: Claim },
): Promise<NotYet | void> {
  const { refund, isFirst } = claimed
  const { amount_cents: amountCents, target_cents: targetCents } = refund
  const id = `R${refund.id}`
  const backCents = targetCents - amountCents
  const claim = await keepClaim(deps.db, claimed, claimMs(deps))
  if (!claim) return refundUnsaid(deps, refund)
  const outcome = await acquirer.refund({ id, reference, amountCents, backCents, isRepeat: !isFirst })
  switch (outcome.outcome) {
    case 'refused':
      if (refund.actor === surplusActor) return refusedSurplus(deps, claim)
      return refuse(deps, claim, outcome.returnCode)
    case 'pending':
      await markPending(deps.db, claim, { until: outcome.until, now: deps.clock.now() })
      return notYet(outcome, deps.clock.now())
    case 'later':
      await releaseRefund(deps.db, claim, { wasAsked: !isFirst })
      return notYet(outcome, deps.clock.now())
    case 'approved':
    case 'unknown':
      if (standingOf(outcome, refund) === 'done') return confirm(deps, refund.id)
      if (outcome.outcome === 'approved' && outcome.amounts && isOtherAmount(outcome.amounts))
        return confirmOther(deps, claim, { sale: outcome, amounts: outcome.amounts })
      return refundUnsaid(deps, refund)
  }
}

/** The sale as the acquirer shows it. `behind`: less refunded than was known before, because its query lags. */
function standingOf(
  sale: FindOutcome | ChangeOutcome,
  refund: Refund,
): 'done' | 'untouched' | 'behind' | 'other' | 'unknown' {
  if (sale.outcome !== 'approved') return 'unknown'
  const beforeCents = refund.target_cents - refund.amount_cents
  if (sale.voidedCents === refund.target_cents) return 'done'
  if (sale.voidedCents === beforeCents) return 'untouched'
  return sale.voidedCents < beforeCents ? 'behind' : 'other'
}

/** Covers two calls, a late arrival and a query that lags. */
function claimMs({ timing: { acquirerTimeoutMs, notFoundGraceMs } }: PaymentDeps): number {
  return 2 * acquirerTimeoutMs + lagGraces * notFoundGraceMs
}

/** Books a refund made on the acquirer's site. Ours counts as made only if it was sent and fits into the total. */
async function bookOther(deps: PaymentDeps, claim: Claim, sale: Approval): Promise<NotYet | void> {
  const { voidedCents: backCents } = sale
  return endingAs(deps, claim, async (tx, { refund, ...scene }) => {
    const mayBeOurs = !claim.isFirst && backCents > refund.target_cents
    const end = mayBeOurs
      ? { state: 'confirmed' as const, returnCode: null }
      : { state: 'refused' as const, returnCode: 'ledger' }
    await endRefund(tx, refund.id, { ...end, now: scene.now })
    const { backCents: knownCents } = await moneyOf(tx, refund.attempt_id)
    const ours = mayBeOurs ? refund.amount_cents : 0
    if (mayBeOurs) await addRefund(tx, refund, scene.now)
    await bookFound(tx, scene, backCents - knownCents - ours, foundBy(sale))
    const returnedCents = backCents - knownCents
    await recomputeRefundState(tx, scene, { amount_cents: returnedCents }, returnedCents)
  })
}

/** An earlier refund is not shown after the longest lag of the query. A refund that was sent is given a day. */
async function isUnseen(
  { db, clock, timing }: PaymentDeps,
  refund: Refund,
  { sale, first }: { sale: Approval; first: boolean },
): Promise<boolean> {
  const short = await shortOf(db, await attemptById(db, refund.attempt_id), sale)
  const now = clock.now()
  const isOver = first || now.getTime() - refund.asked_at.getTime() >= reviewAfterMs
  return short !== null && now >= surelyFrom(short.since, { timing }) && isOver
}

/** This refund was made and an earlier one denied; the notification of that comes within a day. */
async function isAboveDenied({ db, clock }: PaymentDeps, refund: Refund, sale: Approval): Promise<boolean> {
  if (clock.now().getTime() - refund.asked_at.getTime() >= reviewAfterMs) return false
  const attempt = await attemptById(db, refund.attempt_id)
  return (
    (await shortBeneath(db, { payment: await paymentById(db, refund.payment_id), attempt }, sale)) !== null
  )
}

async function endUnseen(deps: PaymentDeps, claim: Claim, sale: Approval): Promise<NotYet | void> {
  return endingAs(deps, claim, async (tx, { refund, ...scene }) => {
    await endRefund(tx, refund.id, { state: 'refused', returnCode: unseenCode, now: scene.now })
    const short = await shortOf(tx, scene.attempt, sale)
    if (short) await noteUnseen(tx, scene, short)
    await recomputeRefundState(tx, scene, { refused: unseenCode })
  })
}

async function confirm(deps: PaymentDeps, refundId: number): Promise<void> {
  await ending(deps, refundId, async (tx, { refund, ...scene }) => {
    await addRefund(tx, refund, scene.now)
    await endRefund(tx, refundId, { state: 'confirmed', returnCode: null, now: scene.now })
    const { amount_cents, actor } = refund
    // A surplus was never part of the price.
    await recomputeRefundState(tx, scene, { amount_cents }, actor === surplusActor ? 0 : amount_cents)
  })
}

function amountsShown({ voidedCents }: Approval, refund: Refund): ChangeAmounts {
  const beforeCents = refund.target_cents - refund.amount_cents
  const shownCents = voidedCents - beforeCents
  return { askedCents: refund.amount_cents, acknowledgedCents: null, shownCents }
}

/** The refund and the ledger take the amount that the acquirer shows, and a case is opened. */
async function confirmOther(
  deps: PaymentDeps,
  claim: Claim,
  { sale, amounts }: { sale: Approval; amounts: ChangeAmounts },
): Promise<NotYet | void> {
  return endingAs(deps, claim, async (tx, { refund, ...scene }) => {
    const { backCents } = await moneyOf(tx, refund.attempt_id)
    const shown = { ...refund, amount_cents: sale.voidedCents - backCents, target_cents: sale.voidedCents }
    if (shown.amount_cents <= 0) return
    await changeRefundTo(tx, shown)
    await addRefund(tx, shown, scene.now)
    await endRefund(tx, refund.id, { state: 'confirmed', returnCode: null, now: scene.now })
    await noteAmounts(tx, { ...scene, id: refund.id }, 'refund', amounts)
    const { amount_cents, actor } = shown
    await recomputeRefundState(tx, scene, { amount_cents }, actor === surplusActor ? 0 : amount_cents)
  })
}

const refusedAgainMs = 6 * hourMs

/** A surplus is owed whatever the bank answers: it stays requested, and a case is opened. */
async function refusedSurplus(deps: PaymentDeps, claim: Claim): Promise<NotYet> {
  const now = deps.clock.now()
  const { payment_id: paymentId, amount_cents: amountCents } = claim.refund
  await transaction(deps.db, (tx) => openCase(tx, { paymentId, kind: 'late_refund', amountCents }, now))
  await releaseRefund(deps.db, claim, { wasAsked: false })
  return { notBefore: plus(now, refusedAgainMs) }
}

async function refuse(deps: PaymentDeps, claim: Claim, returnCode: string | null): Promise<NotYet | void> {
  return endingAs(deps, claim, async (tx, { refund, ...scene }) => {
    await endRefund(tx, refund.id, { state: 'refused', returnCode, now: scene.now })
    await recomputeRefundState(tx, scene, { refused: returnCode })
  })
}

async function addRefund(tx: Tx, refund: Refund, at: Date): Promise<void> {
  const { payment_id: paymentId, attempt_id: attemptId, amount_cents: amountCents } = refund
  await bookRefund(tx, { paymentId, attemptId, amountCents, at })
}

type Ending = { refund: Refund; payment: Payment; attempt: Attempt; actor: string; now: Date }

/** The answer of a lost lease is left to the lease that replaced it. */
async function endingAs(
  deps: PaymentDeps,
  claim: Claim,
  work: (tx: Tx, scene: Ending) => Promise<void>,
): Promise<NotYet | void> {
  let isOurs = false
  await ending(deps, claim.refund.id, async (tx, scene) => {
    isOurs = (await keepClaim(tx, claim, claimMs(deps))) !== null
    if (isOurs) await work(tx, scene)
  })
  if (!isOurs) return refundUnsaid(deps, claim.refund)
}

/** Ends a refund that is still requested, with its payment locked. */
async function ending(
  deps: PaymentDeps,
  refundId: number,
  work: (tx: Tx, scene: Ending) => Promise<void>,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { payment_id } = await refundById(tx, refundId)
    const payment = await lockPayment(tx, payment_id)
    const refund = await refundById(tx, refundId)
    if (refund.state !== 'asked') return
    const attempt = await attemptById(tx, refund.attempt_id)
    const now = deps.clock.now()
    await work(tx, { refund, payment, attempt, actor: 'acquirer', now })
    // A surplus waits for the open refund.
    if (isByPix(attempt) && attempt.state === 'captured') await returnSurplus(tx, { payment, attempt, now })
  })
}
