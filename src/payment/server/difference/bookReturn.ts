import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { isPaid } from '../../paymentState.ts'
import { changeState, noteOn, type Note } from '../changeState.ts'
import { bookRefund, moneyOf } from '../ledger/ledger.ts'
import { insertFound, refundsOf } from '../ledger/refunds.ts'
import { closeKeptInDoubt, lessenKeptInDoubt } from '../ledger/cases.ts'
import { noteEvent } from './saleEvents.ts'
import { type Attempt, updateAttempt } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'
import { backTexts } from '../../texts.ts'

type Settlement = { payment: Payment; attempt: Attempt; actor: string; now: Date }

const foundTexts = {
  returned_outside: 'Devolvido no site da adquirente',
  auto_cancelled: 'Venda cancelada pela adquirente',
} as const
type FoundBy = keyof typeof foundTexts

/** Records a refund that this portal did not request, and opens a case; `recomputeRefundState` follows. */
export async function bookFound(
  db: Db,
  settlement: Settlement,
  amountCents: number,
  by: FoundBy = 'returned_outside',
): Promise<void> {
  const { payment, attempt, now } = settlement
  const of = { paymentId: payment.id, attemptId: attempt.id, amountCents }
  const number = await bookRefund(db, { ...of, at: now })
  const { backCents } = await moneyOf(db, attempt.id)
  await insertFound(db, { ...of, targetCents: backCents, reason: foundTexts[by], now })
  await noteEvent(db, settlement, { kind: by, number, amountCents })
}

/** Whether the acquirer cancelled the sale by itself. */
export function foundBy({ mayCancelItself, voidedCents, capturedCents }: Approval): FoundBy {
  return mayCancelItself && voidedCents >= capturedCents ? 'auto_cancelled' : 'returned_outside'
}

/**
 * Sets the payment's state from the ledger. `returnedCents`: refunded just now; the case about kept money
 * shrinks by that.
 */
export async function recomputeRefundState(
  tx: Tx,
  { payment, attempt, actor, now }: Settlement,
  note: Note,
  returnedCents = 0,
): Promise<void> {
  const { takenCents, backCents } = await moneyOf(tx, attempt.id)
  const whole = backCents >= takenCents
  const partly = takenCents - backCents < payment.amount_cents
  if (whole) await closeKeptInDoubt(tx, payment.id, now)
  else if (returnedCents > 0) await lessenKeptInDoubt(tx, payment.id, returnedCents, now)
  await changeState(tx, payment, whole ? 'refunded' : partly ? 'partly_refunded' : 'captured', {
    actor,
    now,
    change: { deadline_at: null, reason: whole ? backTexts(payment).refunded : null },
    note,
  })
}

/** Records a refund that the ledger lacks. An open refund's own job records its result. */
export async function bookReturn(tx: Tx, settlement: Settlement, sale: Approval): Promise<void> {
  const { payment, attempt } = settlement
  if (!isPaid(payment.state)) return
  if ((await refundsOf(tx, payment.id)).some(({ state }) => state === 'asked')) return
  const { backCents } = await moneyOf(tx, attempt.id)
  const amountCents = sale.voidedCents - backCents
  if (amountCents <= 0) return
  const by = foundBy(sale)
  await bookFound(tx, settlement, amountCents, by)
  await recomputeRefundState(
    tx,
    settlement,
    { amount_cents: amountCents, reason: foundTexts[by] },
    amountCents,
  )
}

/** For an attempt that staff settled as kept: only ledger and history change. */
export async function bookReturnOfKept(
  tx: Tx,
  { payment, attempt, actor, now }: Settlement,
  sale: Approval,
): Promise<void> {
  const { takenCents, backCents } = await moneyOf(tx, attempt.id)
  const amountCents = sale.voidedCents - backCents
  if (amountCents <= 0) return
  if (takenCents > 0)
    await bookRefund(tx, { paymentId: payment.id, attemptId: attempt.id, amountCents, at: now })
  if (sale.voidedCents >= takenCents) await updateAttempt(tx, attempt.id, { state: 'given_back' })
  const note = { amount_cents: amountCents, reason: foundTexts.returned_outside }
  await noteOn(tx, payment, { actor, now, note })
}
