import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { isPaid } from '../../paymentState.ts'
import { changeState, auditNote, type Note } from '../changeState.ts'
import { bookRefund, moneyOf } from '../ledger/ledger.ts'
import { insertOutsideRefund, refundsOf } from '../ledger/refunds.ts'
import { closeKeptInDoubt, reduceKeptInDoubt } from '../ledger/cases.ts'
import { recordSaleEvent } from './saleEvents.ts'
import { updateAttempt } from '../attempt/attempts.ts'
import type { AttemptContext } from '../settlementContext.ts'
import { refundTexts } from '../../texts.ts'

const outsideRefundTexts = {
  returned_outside: 'Devolvido no site da adquirente',
  auto_cancelled: 'Venda cancelada pela adquirente',
} as const
type OutsideRefundKind = keyof typeof outsideRefundTexts

/** Records a refund that this portal did not request, and opens a case; `recomputeRefundState` follows. */
export async function bookOutsideRefund(
  db: Db,
  settlement: AttemptContext,
  amountCents: number,
  by: OutsideRefundKind = 'returned_outside',
): Promise<void> {
  const { payment, attempt, now } = settlement
  const of = { paymentId: payment.id, attemptId: attempt.id, amountCents }
  const number = await bookRefund(db, { ...of, at: now })
  const { refundedCents } = await moneyOf(db, attempt.id)
  await insertOutsideRefund(db, { ...of, targetCents: refundedCents, reason: outsideRefundTexts[by], now })
  await recordSaleEvent(db, settlement, { kind: by, number, amountCents })
}

export function outsideRefundKind({
  mayCancelItself,
  voidedCents,
  capturedCents,
}: Approval): OutsideRefundKind {
  return mayCancelItself && voidedCents >= capturedCents ? 'auto_cancelled' : 'returned_outside'
}

/** Sets the state from the ledger; the case about kept money shrinks by `returnedCents`. */
export async function recomputeRefundState(
  tx: Tx,
  { payment, attempt, actor, now }: AttemptContext,
  note: Note,
  returnedCents = 0,
): Promise<void> {
  const { takenCents, refundedCents } = await moneyOf(tx, attempt.id)
  const whole = refundedCents >= takenCents
  const partly = takenCents - refundedCents < payment.amount_cents
  if (whole) await closeKeptInDoubt(tx, payment.id, now)
  else if (returnedCents > 0) await reduceKeptInDoubt(tx, payment.id, returnedCents, now)
  await changeState(tx, payment, whole ? 'refunded' : partly ? 'partly_refunded' : 'captured', {
    actor,
    now,
    change: { deadline_at: null, reason: whole ? refundTexts(payment).refunded : null },
    note,
  })
}

/** Records a refund that the ledger lacks. An open refund's own job records its result. */
export async function bookReturn(tx: Tx, settlement: AttemptContext, sale: Approval): Promise<void> {
  const { payment, attempt } = settlement
  if (!isPaid(payment.state)) return
  if ((await refundsOf(tx, payment.id)).some(({ state }) => state === 'asked')) return
  const { refundedCents } = await moneyOf(tx, attempt.id)
  const amountCents = sale.voidedCents - refundedCents
  if (amountCents <= 0) return
  const by = outsideRefundKind(sale)
  await bookOutsideRefund(tx, settlement, amountCents, by)
  await recomputeRefundState(
    tx,
    settlement,
    { amount_cents: amountCents, reason: outsideRefundTexts[by] },
    amountCents,
  )
}

/** For an attempt that staff settled as kept: only ledger and history change. */
export async function bookReturnOfKept(
  tx: Tx,
  { payment, attempt, actor, now }: AttemptContext,
  sale: Approval,
): Promise<void> {
  const { takenCents, refundedCents } = await moneyOf(tx, attempt.id)
  const amountCents = sale.voidedCents - refundedCents
  if (amountCents <= 0) return
  if (takenCents > 0)
    await bookRefund(tx, { paymentId: payment.id, attemptId: attempt.id, amountCents, at: now })
  if (sale.voidedCents >= takenCents) await updateAttempt(tx, attempt.id, { state: 'given_back' })
  const note = { amount_cents: amountCents, reason: outsideRefundTexts.returned_outside }
  await auditNote(tx, payment, { actor, now, note })
}
