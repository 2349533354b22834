import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { queryLagFactor } from '../../limits.ts'
import type { PaymentState } from '../../paymentState.ts'
import { refundTexts } from '../../texts.ts'
import { changeState, recordAuditNote } from '../changeState.ts'
import { readLedgerSums, recordRefundFailure, recheckEndedRefund } from '../ledger/ledger.ts'
import {
  deniedCode,
  deniedRefundKind,
  endRefund,
  type Refund,
  listRefunds,
  lowerRefundTarget,
} from '../ledger/refunds.ts'
import type { Payable } from '../payable.ts'
import type { Settlement } from '../settlementContext.ts'
import { recordExternalRefund, recomputeRefundState } from './externalRefund.ts'
import { requestReversalAgain } from '../attempt/requestReversal.ts'
import { type Attempt, updateAttempt, isByPix } from '../attempt/attempts.ts'
import { hasOtherPaymentOfStay } from '../store.ts'
import { openCase } from '../ledger/cases.ts'
import { hasSaleEvent, recordSaleEvent, type SaleMoment } from './saleEvents.ts'
import { recordOtherCapture } from './amountDifference.ts'
import { type FailedRefundMatch, matchFailedRefund } from './matchFailedRefund.ts'

type Timing = { readonly timing: { readonly notFoundGraceMs: number } }

const deniedText = 'Devolução negada pelo banco do cartão'

/** The instant from which a query counts as up to date. */
export function queryReliableFrom(last: Date, { timing }: Timing): Date {
  return addMs(last, queryLagFactor * timing.notFoundGraceMs)
}

/** `isSumMissing`: the query names no refunded sum. */
type MissingRefund = { cents: number; since: Date; isSumMissing: boolean }

export async function findMissingRefund(
  db: Db,
  attempt: Attempt,
  sale: Approval,
): Promise<MissingRefund | null> {
  const { takenCents, refundedCents, lastBackAt } = await readLedgerSums(db, attempt.id)
  // A full refund changes the sale's status, so the status alone proves it.
  const isSumMissing = sale.isVoidAmountMissing === true && refundedCents < takenCents
  // A returned Pix cannot be rejected afterwards.
  if (isByPix(attempt) && !isSumMissing) return null
  if (takenCents > 0) {
    const cents = refundedCents - sale.voidedCents
    return cents > 0 ? { cents, since: lastBackAt ?? attempt.started_at, isSumMissing } : null
  }
  const isReleased = attempt.state === 'released' || attempt.state === 'given_back'
  if (!isReleased || sale.capturedCents > 0 || sale.voidedCents > 0) return null
  return { cents: sale.amountCents, since: attempt.answered_at ?? attempt.started_at, isSumMissing: false }
}

/** The missing refunds before the open one; null where uncertain. */
export async function findMissingEarlierRefund(db: Db, of: PaymentAttempt, sale: Approval) {
  const { payment, attempt } = of
  if (attempt.state !== 'captured' || isByPix(attempt) || sale.isVoidAmountMissing === true) return null
  const { refundedCents, lastBackAt } = await readLedgerSums(db, attempt.id)
  const cents = refundedCents - sale.voidedCents
  if (cents > 0 || lastBackAt === null || (await hasOtherPaymentOfStay(db, payment))) return null
  const refunds = (await listRefunds(db, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const isSure = refunds.some(isOpen) && matchDenied(refunds, cents).waiting === 'stays'
  return isSure ? { cents, since: lastBackAt, isSumMissing: false } : null
}

type PaymentAttempt = Pick<Settlement, 'payment' | 'attempt'>

type DifferenceDeps = Timing & { readonly subject: Payable }

export async function applyDifference(tx: Tx, deps: DifferenceDeps, settlement: Settlement, sale: Approval) {
  const { takenCents, refundedCents } = await readLedgerSums(tx, settlement.attempt.id)
  if (sale.capturedCents !== takenCents) {
    const { attempt, now } = settlement
    const isLagging = now < queryReliableFrom(attempt.answered_at ?? attempt.started_at, deps)
    await recordOtherCapture(tx, { ...settlement, takenCents, isLagging }, sale)
  }
  if (sale.voidedCents > refundedCents) await recordExternalRefund(tx, deps.subject, settlement, sale)
  if (sale.voidedCents < refundedCents || settlement.news === 'void_denied')
    await recordFailedRefund(tx, deps, settlement, sale)
}

/**
 * Records a refund that the cardholder's bank rejected after its confirmation. Without a webhook or a sum only
 * a case is opened; a repeated webhook proves nothing.
 */
export async function recordFailedRefund(tx: Tx, deps: Timing, settlement: Settlement, sale: Approval) {
  const { payment, attempt, now } = settlement
  const isReported = settlement.news === 'void_denied'
  const isNew = isReported && settlement.isRepeat !== true
  const missing =
    (await findMissingRefund(tx, attempt, sale)) ??
    (isNew ? await findMissingEarlierRefund(tx, settlement, sale) : null)
  if (!missing || now < queryReliableFrom(missing.since, deps)) return
  if (missing.isSumMissing && !isReported) return
  if (missing.isSumMissing || !isReported) return recordMissingRefund(tx, settlement, missing)
  const { takenCents } = await readLedgerSums(tx, attempt.id)
  const isKept = attempt.state === 'captured' && !(await hasOtherPaymentOfStay(tx, payment))
  const isAgain = !isKept && (await hasSaleEvent(tx, attempt.id, 'void_denied', attempt.started_at))
  const refunds = (await listRefunds(tx, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const denied = matchDenied(refunds, missing.cents)
  const amountCents = isKept ? denied.cents : missing.cents
  const number =
    takenCents > 0
      ? await recordRefundFailure(tx, { attempt, amountCents, at: now })
      : `hold-${now.getTime()}`
  const event = { kind: 'void_denied', number, amountCents, isSameMoney: isAgain } as const
  await recordSaleEvent(tx, settlement, event)
  if (isKept) return recordMoneyKept(tx, settlement, denied, refunds.find(isOpen))
  await reverseAgain(tx, settlement, { number, isAgain })
}

export async function recordMissingRefund(db: Db, of: SaleMoment, { cents, since }: MissingRefund) {
  await recordSaleEvent(db, of, { kind: 'return_unseen', number: since.toISOString(), amountCents: cents })
}

const statesAfterCapture: readonly PaymentState[] = ['captured', 'partly_refunded', 'refunding', 'refunded']

const isOpen = ({ state }: Refund) => state === 'asked'

function matchDenied(refunds: readonly Refund[], shortCents: number): FailedRefundMatch {
  const openRefund = refunds.find(isOpen)
  const done = refunds.filter(({ state }) => state === 'confirmed').toReversed()
  const waiting = openRefund && {
    amountCents: openRefund.amount_cents,
    mayBeMade: openRefund.claimed_until_at !== null,
  }
  return matchFailedRefund(done, shortCents, waiting ?? null)
}

/** The open refund continues with a lower target, or ends where its result cannot be derived. */
async function recordMoneyKept(
  tx: Tx,
  settlement: Settlement,
  denied: FailedRefundMatch,
  openRefund: Refund | undefined,
) {
  const { cents, returns, waiting } = denied
  const { payment, attempt, actor, now } = settlement
  const end = { state: 'refused', returnCode: deniedCode, now } as const
  for (const { id } of returns) {
    await endRefund(tx, id, end)
    await enqueue(tx, deniedRefundKind, { refundId: id }, { key: `refund-denied-${id}`, now })
  }
  const note = { amount_cents: cents, reason: deniedText }
  if (openRefund && waiting === 'stays') {
    await lowerRefundTarget(tx, openRefund.id, cents)
    return recordAuditNote(tx, payment, { actor, now, note })
  }
  if (openRefund) {
    await endRefund(tx, openRefund.id, end)
    await recheckEndedRefund(tx, { refundId: openRefund.id, attemptId: attempt.id, now })
  }
  if (statesAfterCapture.includes(payment.state)) await recomputeRefundState(tx, settlement, note)
}

async function reverseAgain(tx: Tx, settlement: Settlement, event: { number: string; isAgain: boolean }) {
  const { number, isAgain } = event
  const { payment, attempt, isLastAttempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, { state: 'giving_back', answered_at: now })
  const found = { paymentId: payment.id, amountCents: attempt.amount_cents }
  if (isAgain) await openCase(tx, { ...found, kind: 'late_give_back' }, now)
  else await requestReversalAgain(tx, attempt.id, { now, keySuffix: `denied-${number}` })
  if (!isLastAttempt || payment.state !== 'refunded') return
  const change = { deadline_at: null, reason: refundTexts(attempt).refunding }
  await changeState(tx, payment, 'refunding', { actor, now, change, note: { reason: deniedText } })
}
