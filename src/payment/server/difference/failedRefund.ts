import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { lagGraces } from '../../limits.ts'
import type { PaymentState } from '../../paymentState.ts'
import { refundTexts } from '../../texts.ts'
import { changeState, auditNote } from '../changeState.ts'
import { moneyOf, reopenFailedRefund, recheckEndedRefund } from '../ledger/ledger.ts'
import { deniedCode, endRefund, type Refund, refundsOf, lowerTarget } from '../ledger/refunds.ts'
import type { Settlement } from '../settlementContext.ts'
import { bookReturn, recomputeRefundState } from './bookReturn.ts'
import { requestReversalAgain } from '../attempt/requestReversal.ts'
import { type Attempt, updateAttempt, isByPix } from '../attempt/attempts.ts'
import { hasRival } from '../store.ts'
import { openCase } from '../ledger/cases.ts'
import { hasSaleEvent, recordSaleEvent } from './saleEvents.ts'
import { bookOtherCapture } from './amountDiffers.ts'
import { type Denied, matchFailedRefund } from './matchFailedRefund.ts'

type Timing = { readonly timing: { readonly notFoundGraceMs: number } }

const deniedText = 'Devolução negada pelo banco do cartão'

/** From this instant on, a query that shows less refunded is not merely late. */
export function queryReliableFrom(last: Date, { timing }: Timing): Date {
  return plus(last, lagGraces * timing.notFoundGraceMs)
}

/** `isUntold`: the query tells no sum. */
type MissingRefund = { cents: number; since: Date; isUntold: boolean }

export async function missingRefund(db: Db, attempt: Attempt, sale: Approval): Promise<MissingRefund | null> {
  const { takenCents, refundedCents, lastBackAt } = await moneyOf(db, attempt.id)
  // A full refund changes the sale's status, so the status alone proves it.
  const isUntold = sale.isVoidAmountMissing === true && refundedCents < takenCents
  // A returned Pix cannot be rejected afterwards.
  if (isByPix(attempt) && !isUntold) return null
  if (takenCents > 0) {
    const cents = refundedCents - sale.voidedCents
    return cents > 0 ? { cents, since: lastBackAt ?? attempt.started_at, isUntold } : null
  }
  const isReleased = attempt.state === 'released' || attempt.state === 'given_back'
  if (!isReleased || sale.capturedCents > 0 || sale.voidedCents > 0) return null
  return { cents: sale.amountCents, since: attempt.answered_at ?? attempt.started_at, isUntold: false }
}

/** Earlier refunds are missing, not only the open one; null where uncertain. */
export async function missingEarlierRefund(db: Db, of: PaymentAttempt, sale: Approval) {
  const { payment, attempt } = of
  if (attempt.state !== 'captured' || isByPix(attempt) || sale.isVoidAmountMissing === true) return null
  const { refundedCents, lastBackAt } = await moneyOf(db, attempt.id)
  const cents = refundedCents - sale.voidedCents
  if (cents > 0 || lastBackAt === null || (await hasRival(db, payment))) return null
  const refunds = (await refundsOf(db, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const isSure = refunds.some(isOpen) && deniedOf(refunds, cents).waiting === 'stays'
  return isSure ? { cents, since: lastBackAt, isUntold: false } : null
}

type PaymentAttempt = Pick<Settlement, 'payment' | 'attempt'>

export async function bookDifference(tx: Tx, deps: Timing, settlement: Settlement, sale: Approval) {
  const { takenCents, refundedCents } = await moneyOf(tx, settlement.attempt.id)
  if (sale.capturedCents !== takenCents) {
    const { attempt, now } = settlement
    const isLagging = now < queryReliableFrom(attempt.answered_at ?? attempt.started_at, deps)
    await bookOtherCapture(tx, { ...settlement, takenCents, isLagging }, sale)
  }
  if (sale.voidedCents > refundedCents) await bookReturn(tx, settlement, sale)
  if (sale.voidedCents < refundedCents || settlement.news === 'void_denied')
    await bookFailedRefund(tx, deps, settlement, sale)
}

/**
 * Books a refund that the cardholder's bank rejected after its confirmation. Without a webhook or a sum only
 * a case is opened; a repeated webhook proves nothing.
 */
export async function bookFailedRefund(tx: Tx, deps: Timing, settlement: Settlement, sale: Approval) {
  const { payment, attempt, now } = settlement
  const isTold = settlement.news === 'void_denied'
  const isNew = isTold && settlement.isRepeat !== true
  const short =
    (await missingRefund(tx, attempt, sale)) ??
    (isNew ? await missingEarlierRefund(tx, settlement, sale) : null)
  if (!short || now < queryReliableFrom(short.since, deps)) return
  if (short.isUntold && !isTold) return
  if (short.isUntold || !isTold) return recordUnseenRefund(tx, settlement, short)
  const { takenCents } = await moneyOf(tx, attempt.id)
  const isKept = attempt.state === 'captured' && !(await hasRival(tx, payment))
  const isAgain = !isKept && (await hasSaleEvent(tx, attempt.id, 'void_denied', attempt.started_at))
  const refunds = (await refundsOf(tx, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const denied = deniedOf(refunds, short.cents)
  const amountCents = isKept ? denied.cents : short.cents
  const number =
    takenCents > 0 ? await reopenFailedRefund(tx, { attempt, amountCents, at: now }) : `hold-${now.getTime()}`
  const event = { kind: 'void_denied', number, amountCents, isSameMoney: isAgain } as const
  await recordSaleEvent(tx, settlement, event)
  if (isKept) return keepAgain(tx, settlement, denied, refunds.find(isOpen))
  await reverseAgain(tx, settlement, { number, isAgain })
}

type AttemptNow = { attempt: Attempt; now: Date }

export async function recordUnseenRefund(db: Db, of: AttemptNow, { cents, since }: MissingRefund) {
  await recordSaleEvent(db, of, { kind: 'return_unseen', number: since.toISOString(), amountCents: cents })
}

const mayKeepAgain: readonly PaymentState[] = ['captured', 'partly_refunded', 'refunding', 'refunded']

const isOpen = ({ state }: Refund) => state === 'asked'

function deniedOf(refunds: readonly Refund[], shortCents: number): Denied {
  const openRefund = refunds.find(isOpen)
  const done = refunds.filter(({ state }) => state === 'confirmed').toReversed()
  const waiting = openRefund && {
    amountCents: openRefund.amount_cents,
    mayBeMade: openRefund.claimed_until_at !== null,
  }
  return matchFailedRefund(done, shortCents, waiting ?? null)
}

/** The open refund continues with a lower target, or ends where its result cannot be derived. */
async function keepAgain(tx: Tx, settlement: Settlement, denied: Denied, openRefund: Refund | undefined) {
  const { cents, returns, waiting } = denied
  const { payment, attempt, actor, now } = settlement
  const end = { state: 'refused', returnCode: deniedCode, now } as const
  for (const { id } of returns) await endRefund(tx, id, end)
  const note = { amount_cents: cents, reason: deniedText }
  if (openRefund && waiting === 'stays') {
    await lowerTarget(tx, openRefund.id, cents)
    return auditNote(tx, payment, { actor, now, note })
  }
  if (openRefund) {
    await endRefund(tx, openRefund.id, end)
    await recheckEndedRefund(tx, { refundId: openRefund.id, attemptId: attempt.id, now })
  }
  if (mayKeepAgain.includes(payment.state)) await recomputeRefundState(tx, settlement, note)
}

async function reverseAgain(tx: Tx, settlement: Settlement, event: { number: string; isAgain: boolean }) {
  const { number, isAgain } = event
  const { payment, attempt, isLastAttempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, { state: 'giving_back', answered_at: now })
  const found = { paymentId: payment.id, amountCents: attempt.amount_cents }
  if (isAgain) await openCase(tx, { ...found, kind: 'late_give_back' }, now)
  else await requestReversalAgain(tx, attempt.id, { now, mark: `denied-${number}` })
  if (!isLastAttempt || payment.state !== 'refunded') return
  const change = { deadline_at: null, reason: refundTexts(attempt).refunding }
  await changeState(tx, payment, 'refunding', { actor, now, change, note: { reason: deniedText } })
}
