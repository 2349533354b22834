import type { Acquirer, Approval, ChangeOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import { hourMs, plus } from '#kit/clock.ts'
import type { Db } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { lagGraces, reviewAfterMs } from '../../limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { noteUnseen, shortOf, surelyFrom } from '../events/denied.ts'
import { notYet, unsaid } from '../notYet.ts'
import { openCase } from '../reviewCases.ts'
import { isUntold, leaveToStaff } from '../doubt/leaveToStaff.ts'
import {
  bookRefund,
  type Claim,
  claimRefund,
  endRefund,
  markPending,
  moneyOf,
  type Refund,
  refundById,
  refundKind,
  releaseRefund,
  surplusActor,
  unseenCode,
} from '../refunds.ts'
import { bookFound, foundBy, standAsKept } from '../settle/bookReturn.ts'
import { isByPix } from '../settle/pix/attempt.ts'
import { returnSurplus } from '../settle/pix/bookPix.ts'
import { type Attempt, attemptById, lockPayment, type Payment } from '../store.ts'

/**
 * Job: gives back what staff asked for, once. A repeat asks first, and gives nothing back while an earlier call may
 * still be on its way, or the acquirer has taken it on. Comes again when the acquirer says so, and while it has not said
 * what became of it, for as long as that takes.
 */
export const refundJob = job({ ...refundKind, run: refundLater })

async function refundLater(deps: PaymentDeps, { refundId }: { refundId: number }): Promise<NotYet | void> {
  const refund = await refundById(deps.db, refundId)
  if (refund.state !== 'asked') return
  const { reference, acquirer: name } = await attemptById(deps.db, refund.attempt_id)
  if (reference === null) throw new Error(`refund ${refundId} of a sale without a reference`)
  const claimed = await claimFor(deps, refundId)
  const first = claimed !== null && refund.claimed_until_at === null
  const acquirer = acquirerNamed(deps.acquirers, name)
  const found = await acquirer.findByReference(reference)
  const standing = standingOf(found, refund)
  if (standing === 'done') return confirm(deps, refundId)
  if (standing === 'other' && claimed && found.outcome === 'approved')
    return bookOther(deps, refundId, { sale: found, first })
  // Whether what was asked for once has been made, nobody can tell.
  if ((standing === 'untouched' || standing === 'behind') && claimed && !first && isUntold(found, refund))
    return leaveToStaff(deps, refund, claimed)
  if (
    standing === 'behind' &&
    claimed &&
    found.outcome === 'approved' &&
    (await isUnseen(deps, refund, { sale: found, first }))
  )
    return endUnseen(deps, refundId, found)
  if (standing === 'untouched' && claimed)
    return giveBack(deps, acquirer, { refund, reference, claim: claimed, first })
  const { pending_until_at: until } = refund
  if (standing === 'untouched' && until !== null && until > deps.clock.now())
    return notYet({ outcome: 'pending', until }, deps.clock.now())
  // Whoever had the acquirer before has had the time that a call may take: this question has kept nobody waiting.
  if (claimed) await releaseRefund(deps.db, refundId, { claim: claimed, wasAsked: !first })
  return unsaid(deps, refund.asked_at)
}

async function giveBack(
  deps: PaymentDeps,
  acquirer: Acquirer,
  { refund, reference, claim, first }: { refund: Refund; reference: string; claim: Claim; first: boolean },
): Promise<NotYet | void> {
  const { amount_cents: amountCents, target_cents: targetCents } = refund
  const id = `R${refund.id}`
  const backCents = targetCents - amountCents
  const outcome = await acquirer.refund({ id, reference, amountCents, backCents, isRepeat: !first })
  switch (outcome.outcome) {
    case 'refused':
      if (refund.actor === surplusActor) return refusedSurplus(deps, refund, claim)
      return refuse(deps, refund.id, outcome.returnCode)
    case 'pending':
      await markPending(deps.db, refund.id, { until: outcome.until, now: deps.clock.now() })
      return notYet(outcome, deps.clock.now())
    case 'later':
      await releaseRefund(deps.db, refund.id, { claim, wasAsked: !first })
      return notYet(outcome, deps.clock.now())
    case 'approved':
    case 'unknown':
      if (standingOf(outcome, refund) === 'done') return confirm(deps, refund.id)
      return unsaid(deps, refund.asked_at)
  }
}

/**
 * What the acquirer has given back of the sale: this refund, nothing since it was asked, less than was known then (the
 * query lags), or something else.
 */
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

/** One caller at a time, for as long as its calls, a late arrival and a query that lags may take. */
function claimFor(deps: PaymentDeps, refundId: number): Promise<Claim | null> {
  const { acquirerTimeoutMs, notFoundGraceMs } = deps.timing
  return claimRefund(deps.db, refundId, 2 * acquirerTimeoutMs + lagGraces * notFoundGraceMs)
}

/**
 * Somebody gave money back on the acquirer's own site, or it undid the sale by itself: that is booked as it is. A refund
 * that the acquirer was never asked for is not ours to add to, and one that it cannot hold besides was not made; else it
 * is among what went back.
 */
async function bookOther(
  deps: PaymentDeps,
  refundId: number,
  { sale, first }: { sale: Approval; first: boolean },
): Promise<void> {
  const { voidedCents: backCents } = sale
  await ending(deps, refundId, async (db, { refund, ...scene }) => {
    const mayBeOurs = !first && backCents > refund.target_cents
    const end = mayBeOurs
      ? { state: 'confirmed' as const, returnCode: null }
      : { state: 'refused' as const, returnCode: 'ledger' }
    await endRefund(db, refundId, { ...end, now: scene.now })
    const { backCents: knownCents } = await moneyOf(db, refund.attempt_id)
    const ours = mayBeOurs ? refund.amount_cents : 0
    if (mayBeOurs) await addRefund(db, refund, scene.now)
    await bookFound(db, scene, backCents - knownCents - ours, foundBy(sale))
    await standAsKept(db, scene, { amount_cents: backCents - knownCents })
  })
}

/**
 * An earlier return has not come to light in all the time that a query may lag: what this one would add to, nobody knows.
 * One that may be on its way is waited for, for a day.
 */
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

/** Staff look at the acquirer's site before they ask for more. */
async function endUnseen(deps: PaymentDeps, refundId: number, sale: Approval): Promise<void> {
  await ending(deps, refundId, async (db, scene) => {
    await endRefund(db, refundId, { state: 'refused', returnCode: unseenCode, now: scene.now })
    const short = await shortOf(db, scene.attempt, sale)
    if (short) await noteUnseen(db, scene, short)
    await standAsKept(db, scene, { refused: unseenCode })
  })
}

async function confirm(deps: PaymentDeps, refundId: number): Promise<void> {
  await ending(deps, refundId, async (db, { refund, ...scene }) => {
    await addRefund(db, refund, scene.now)
    await endRefund(db, refundId, { state: 'confirmed', returnCode: null, now: scene.now })
    await standAsKept(db, scene, { amount_cents: refund.amount_cents })
  })
}

/** How often what the bank refuses to return is tried again by itself. */
const refusedAgainMs = 6 * hourMs

/** Money that nobody owes stays asked for, whatever the bank says; staff are told. */
async function refusedSurplus(deps: PaymentDeps, refund: Refund, claim: Claim): Promise<NotYet> {
  const now = deps.clock.now()
  const { payment_id: paymentId, amount_cents: amountCents } = refund
  await transaction(deps.db, (db) => openCase(db, { paymentId, kind: 'late_refund', amountCents }, now))
  await releaseRefund(deps.db, refund.id, { claim, wasAsked: false })
  return { notBefore: plus(now, refusedAgainMs) }
}

/** A definite no: the money is where it was, and the payment is what it was. */
async function refuse(deps: PaymentDeps, refundId: number, returnCode: string | null): Promise<void> {
  await ending(deps, refundId, async (db, scene) => {
    await endRefund(db, refundId, { state: 'refused', returnCode, now: scene.now })
    await standAsKept(db, scene, { refused: returnCode })
  })
}

async function addRefund(db: Db, refund: Refund, at: Date): Promise<void> {
  const { payment_id: paymentId, attempt_id: attemptId, amount_cents: amountCents } = refund
  await bookRefund(db, { paymentId, attemptId, amountCents, at })
}

type Ending = { refund: Refund; payment: Payment; attempt: Attempt; actor: string; now: Date }

/** Ends a refund that is still asked for, with its payment locked. */
async function ending(
  deps: PaymentDeps,
  refundId: number,
  work: (db: Db, scene: Ending) => Promise<void>,
): Promise<void> {
  await transaction(deps.db, async (db) => {
    const { payment_id } = await refundById(db, refundId)
    const payment = await lockPayment(db, payment_id)
    const refund = await refundById(db, refundId)
    if (refund.state !== 'asked') return
    const attempt = await attemptById(db, refund.attempt_id)
    const now = deps.clock.now()
    await work(db, { refund, payment, attempt, actor: 'acquirer', now })
    // What came of a code while this was on its way had to wait for it.
    if (isByPix(attempt) && attempt.state === 'captured') await returnSurplus(db, { payment, attempt, now })
  })
}
