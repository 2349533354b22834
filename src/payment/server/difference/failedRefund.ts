import type { Approval } from '#acquirer/acquirer.ts'
import type { NotificationTopic } from '#acquirer/saleEvents.ts'
import type { Db, Tx } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { lagGraces } from '../../limits.ts'
import type { PaymentState } from '../../paymentState.ts'
import { backTexts } from '../../texts.ts'
import { changeState, noteOn } from '../changeState.ts'
import { moneyOf } from '../ledger/ledger.ts'
import { deniedCode, endRefund, type Refund, refundsOf } from '../ledger/refunds.ts'
import { bookReturn, recomputeRefundState } from './bookReturn.ts'
import { requestReversalAgain } from '../settle/requestReversal.ts'
import { isByPix } from '../settle/pix/pixAttempt.ts'
import { type Attempt, updateAttempt } from '../attempt/attempts.ts'
import { hasRival, type Payment } from '../store.ts'
import { openCase } from '../ledger/cases.ts'
import { recheckTwice } from './recheckTwice.ts'
import { isNoted, noteEvent } from './saleEvents.ts'
import { bookOtherCapture } from './otherCapture.ts'
import { lowerTarget, reopenFailedRefund } from './takenBack.ts'
import { type Denied, matchFailedRefund } from './matchFailedRefund.ts'

type Settlement = {
  payment: Payment
  attempt: Attempt
  current: boolean
  actor: string
  now: Date
  /** What a notification told, where one did; it may be what was booked before, told once more. */
  news: NotificationTopic | null
  isRepeat?: boolean
}
type Timing = { readonly timing: { readonly notFoundGraceMs: number } }

/** What the desk reads of a return that the bank took back, and of the payment that it was of. */
const deniedText = 'Devolução negada pelo banco do cartão'

/** From when on a sale that shows less than went back is no query that lags. */
export function surelyFrom(last: Date, { timing }: Timing): Date {
  return plus(last, lagGraces * timing.notFoundGraceMs)
}

/** So many centavos less have gone back than we have known since then; `isUntold`: the sale says nothing of it at all. */
type Short = { cents: number; since: Date; isUntold: boolean }

/** Less has gone back of an attempt than we know: how much, and since when we have known; null when it is not so. */
export async function shortOf(db: Db, attempt: Attempt, sale: Approval): Promise<Short | null> {
  const { takenCents, backCents, lastBackAt } = await moneyOf(db, attempt.id)
  // What is wholly back has another status, so that one which is told says enough.
  const isUntold = sale.isVoidAmountMissing === true && backCents < takenCents
  // What was returned of a Pix stays returned.
  if (isByPix(attempt) && !isUntold) return null
  if (takenCents > 0) {
    const cents = backCents - sale.voidedCents
    return cents > 0 ? { cents, since: lastBackAt ?? attempt.started_at, isUntold } : null
  }
  const isReleased = attempt.state === 'released' || attempt.state === 'given_back'
  if (!isReleased || sale.capturedCents > 0 || sale.voidedCents > 0) return null
  return { cents: sale.amountCents, since: attempt.answered_at ?? attempt.started_at, isUntold: false }
}

/**
 * No less has gone back than we know, because a refund that waits was made: without it, returns beneath it are missing. Null
 * where it is not so, or nobody can tell.
 */
export async function shortBeneath(
  db: Db,
  { payment, attempt }: Pick<Settlement, 'payment' | 'attempt'>,
  sale: Approval,
): Promise<Short | null> {
  if (attempt.state !== 'captured' || isByPix(attempt) || sale.isVoidAmountMissing === true) return null
  const { backCents, lastBackAt } = await moneyOf(db, attempt.id)
  const cents = backCents - sale.voidedCents
  if (cents > 0 || lastBackAt === null || (await hasRival(db, payment))) return null
  const refunds = (await refundsOf(db, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const isSure = refunds.some(isAsked) && deniedOf(refunds, cents).waiting === 'stays'
  return isSure ? { cents, since: lastBackAt, isUntold: false } : null
}

/** What was taken, or has gone back of it, besides what we know: more, or less. */
export async function bookDifference(db: Tx, deps: Timing, scene: Settlement, sale: Approval): Promise<void> {
  const { takenCents, backCents } = await moneyOf(db, scene.attempt.id)
  if (sale.capturedCents !== takenCents) {
    const isLagging = scene.now < surelyFrom(scene.attempt.answered_at ?? scene.attempt.started_at, deps)
    await bookOtherCapture(db, { ...scene, takenCents, isLagging }, sale)
  }
  if (sale.voidedCents > backCents) await bookReturn(db, scene, sale)
  if (sale.voidedCents < backCents || scene.news === 'void_denied')
    await bookFailedRefund(db, deps, scene, sale)
}

/**
 * The acquirer had said that money went back, and the cardholder's bank did not take it: it is the operator's again. The
 * ledger takes the return back. What a paid payment keeps again is for staff to give back another time; what nobody owes
 * goes back by itself. Nothing happens while the query may only be slow. What only a query says is no proof: where no
 * notification told of it, nothing is booked, and staff look at the acquirer's site; nor where the query tells no sum. Where
 * only the notification says that something is missing, one that may be repeated says nothing.
 */
export async function bookFailedRefund(
  db: Tx,
  deps: Timing,
  scene: Settlement,
  sale: Approval,
): Promise<void> {
  const { payment, attempt, now } = scene
  const isTold = scene.news === 'void_denied'
  const isNew = isTold && scene.isRepeat !== true
  const short = (await shortOf(db, attempt, sale)) ?? (isNew ? await shortBeneath(db, scene, sale) : null)
  if (!short || now < surelyFrom(short.since, deps)) return
  if (short.isUntold && !isTold) return
  if (short.isUntold || !isTold) return noteUnseen(db, scene, short)
  const { takenCents } = await moneyOf(db, attempt.id)
  const isKept = attempt.state === 'captured' && !(await hasRival(db, payment))
  const isAgain = !isKept && (await isNoted(db, attempt.id, 'void_denied', attempt.started_at))
  const refunds = (await refundsOf(db, payment.id)).filter((one) => one.attempt_id === attempt.id)
  const denied = deniedOf(refunds, short.cents)
  const amountCents = isKept ? denied.cents : short.cents
  const number =
    takenCents > 0
      ? await reopenFailedRefund(db, { payment, attempt, amountCents, now })
      : `hold-${now.getTime()}`
  const told = { kind: 'void_denied', number, amountCents, isSameMoney: isAgain } as const
  await noteEvent(db, scene, told)
  if (isKept) return keepAgain(db, scene, denied, refunds.find(isAsked))
  await giveBackAgain(db, scene, { number, isAgain })
}

/** The acquirer does not show what it has confirmed: a case, once after each return. */
export async function noteUnseen(
  db: Db,
  of: { attempt: Attempt; now: Date },
  { cents, since }: Pick<Short, 'cents' | 'since'>,
): Promise<void> {
  await noteEvent(db, of, { kind: 'return_unseen', number: since.toISOString(), amountCents: cents })
}

const mayKeepAgain: readonly PaymentState[] = ['captured', 'partly_refunded', 'refunding', 'refunded']

const isAsked = ({ state }: Refund) => state === 'asked'

function deniedOf(refunds: readonly Refund[], shortCents: number): Denied {
  const asked = refunds.find(isAsked)
  const done = refunds.filter(({ state }) => state === 'confirmed').toReversed()
  const waiting = asked && { amountCents: asked.amount_cents, mayBeMade: asked.claimed_until_at !== null }
  return matchFailedRefund(done, shortCents, waiting ?? null)
}

/**
 * The payment is paid again by what is here again; the refunds that came to nothing say so. One that waits goes on beneath
 * them; where nobody can tell what it would give back, it ends too.
 */
async function keepAgain(
  db: Tx,
  scene: Settlement,
  { cents, returns, waiting }: Denied,
  asked: Refund | undefined,
): Promise<void> {
  const { payment, attempt, actor, now } = scene
  const end = { state: 'refused', returnCode: deniedCode, now } as const
  for (const { id } of returns) await endRefund(db, id, end)
  const note = { amount_cents: cents, reason: deniedText }
  if (asked && waiting === 'stays') {
    await lowerTarget(db, asked.id, cents)
    return noteOn(db, payment, { actor, now, note })
  }
  if (asked) {
    await endRefund(db, asked.id, end)
    await recheckTwice(db, { refundId: asked.id, attemptId: attempt.id, now })
  }
  if (mayKeepAgain.includes(payment.state)) await recomputeRefundState(db, scene, note)
}

/** Money that nobody owes, or a hold that nobody waits for: asked for once more; what is denied again is for staff. */
async function giveBackAgain(
  db: Tx,
  scene: Settlement,
  { number, isAgain }: { number: string; isAgain: boolean },
): Promise<void> {
  const { payment, attempt, current, actor, now } = scene
  await updateAttempt(db, attempt.id, { state: 'giving_back', answered_at: now })
  const found = { paymentId: payment.id, amountCents: attempt.amount_cents }
  if (isAgain) await openCase(db, { ...found, kind: 'late_give_back' }, now)
  else await requestReversalAgain(db, attempt.id, { now, mark: `denied-${number}` })
  if (!current || payment.state !== 'refunded') return
  const change = { deadline_at: null, reason: backTexts(attempt).refunding }
  await changeState(db, payment, 'refunding', { actor, now, change, note: { reason: deniedText } })
}
