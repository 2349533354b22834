import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { afterPendingMs, codeAskedMs } from '../../../limits.ts'
import { isInFlight } from '../../../paymentState.ts'
import { reopen } from '../../changeState.ts'
import { requestReversal } from '../requestReversal.ts'
import { moneyOf } from '../../ledger/ledger.ts'
import { insertRefund, refundKind, refundsOf, surplusActor } from '../../ledger/refunds.ts'
import { openEventCase } from '../../ledger/cases.ts'
import { type Attempt, updateAttempt } from '../../attempt/attempts.ts'
import { addCapture, type Payment } from '../../store.ts'
import { outcomeTexts } from '../../../texts.ts'

type Settlement = { payment: Payment; attempt: Attempt; current: boolean; actor: string; now: Date }

/** A code is on the payer's screen, and its time is not over: what the bank does not say now takes it from nobody. */
export function isCodeOpen({ payment, now }: Pick<Settlement, 'payment' | 'now'>): boolean {
  return payment.state === 'awaiting_payment' && payment.deadline_at !== null && payment.deadline_at > now
}

/** When the janitor first asks about a code that is shown now: nobody may be looking, and no notification come. */
export function firstLook(now: Date): Date {
  return plus(now, codeAskedMs)
}

/**
 * The bank says that the code's time is over, or that it was ended, unpaid. Money may still have been on its way: the
 * attempt is asked about for the rest of the day. A payment that waited for it may be paid again.
 */
export async function bookEnded(tx: Tx, settlement: Settlement): Promise<void> {
  const { payment, attempt, current, actor, now } = settlement
  if (attempt.state !== 'abandoned' && attempt.state !== 'refused') {
    const ask_at = attempt.ask_at ?? plus(now, afterPendingMs)
    await updateAttempt(tx, attempt.id, {
      state: 'abandoned',
      auth_url: null,
      shown: null,
      answered_at: now,
      ask_at,
    })
  }
  if (!current || (!isInFlight(payment.state) && payment.state !== 'review')) return
  await reopen(tx, payment, { actor, now, reason: outcomeTexts.codeOver })
}

/**
 * Nobody knows whether the bank made the code, and nobody was shown it, so nobody can pay it: the payment may be paid
 * again at once. The attempt is asked about for the rest of the day all the same.
 */
export async function bookUnshown(tx: Tx, settlement: Settlement, reference: string | null): Promise<void> {
  const { payment, attempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, {
    state: 'abandoned',
    reference: reference ?? attempt.reference,
    answered_at: now,
    ask_at: plus(now, afterPendingMs),
  })
  await reopen(tx, payment, { actor, now, reason: outcomeTexts.codeNotMade })
}

/**
 * A code that was paid has been paid once more: it is in the books, and what nobody owes goes back by itself. Answers
 * whether there was more than the ledger knew.
 */
export async function bookMore(
  db: Db,
  { payment, attempt, now }: Settlement,
  sale: Approval,
): Promise<boolean> {
  const { takenCents } = await moneyOf(db, attempt.id)
  const amountCents = sale.capturedCents - takenCents
  if (takenCents === 0 || amountCents <= 0) return false
  const ids = { paymentId: payment.id, attemptId: attempt.id }
  await addCapture(db, { ...ids, amountCents, takenBeforeCents: takenCents, at: now })
  if (attempt.state === 'captured') await returnSurplus(db, { payment, attempt, now })
  // Staff settled what it brought before with the driver, so not all of it may go back by itself.
  if (attempt.state === 'kept')
    await openEventCase(db, { paymentId: payment.id, kind: 'kept_again', amountCents }, now)
  if (attempt.state !== 'given_back') return true
  await requestReversal(db, attempt.id, { now, change: { answered_at: now }, mark: takenCents })
  return true
}

/**
 * What a Pix brought above what was asked goes back by itself; the payment stays paid meanwhile. While something else of it
 * is on its way back it waits: who ends that looks again.
 */
export async function returnSurplus(
  db: Db,
  { payment, attempt, now }: Pick<Settlement, 'payment' | 'attempt' | 'now'>,
): Promise<void> {
  const { takenCents, backCents } = await moneyOf(db, attempt.id)
  const all = await refundsOf(db, payment.id)
  const returned = all.filter(({ actor, state }) => actor === surplusActor && state === 'confirmed')
  const returnedCents = returned.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const amountCents = Math.min(takenCents - attempt.amount_cents - returnedCents, takenCents - backCents)
  if (amountCents <= 0 || all.some(({ state }) => state === 'asked')) return
  const refundId = await insertRefund(db, {
    paymentId: payment.id,
    attemptId: attempt.id,
    amountCents,
    targetCents: backCents + amountCents,
    reason: 'Pix pago a mais',
    actor: surplusActor,
    now,
  })
  await enqueue(db, refundKind, { refundId }, { key: `refund-${refundId}`, now })
}
