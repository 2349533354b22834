import type { Approval } from '#acquirer/acquirer.ts'
import type { Tx } from '#db/schema.ts'
import { keptMoneyKinds } from '../../caseKinds.ts'
import { isPaid } from '../../paymentState.ts'
import { changeState, recordAuditNote, type AuditNote } from '../changeState.ts'
import { recordRefund, readLedgerSums } from '../ledger/ledger.ts'
import { computeRefundParts } from '../ledger/paymentMoney.ts'
import { listRefunds, insertRefund } from '../ledger/refunds.ts'
import type { Payable } from '../payable.ts'
import { closeCases, reduceKeptMoneyCases } from '../ledger/cases.ts'
import { recordSaleEvent } from './saleEvents.ts'
import { updateAttempt } from '../attempt/attempts.ts'
import type { AttemptContext } from '../settlementContext.ts'
import { refundTexts } from '../../texts.ts'

const externalRefundTexts = {
  returned_outside: 'Devolvido no site da adquirente',
  auto_cancelled: 'Venda cancelada pela adquirente',
} as const
type ExternalRefundKind = keyof typeof externalRefundTexts
type ExternalRefund = { readonly amountCents: number; readonly by: ExternalRefundKind }

/** Records a refund that this portal did not request, and opens a case; `recomputeRefundState` follows. */
export async function insertExternalRefund(
  tx: Tx,
  subject: Payable,
  of: AttemptContext,
  { amountCents, by }: ExternalRefund,
) {
  const { payment, attempt, now } = of
  const parts = await computeRefundParts(tx, subject, { payment, cents: amountCents, isByStaff: false, now })
  const entry = { paymentId: payment.id, attemptId: attempt.id, amountCents }
  const number = await recordRefund(tx, { attempt, amountCents, at: now })
  const { refundedCents: targetCents } = await readLedgerSums(tx, attempt.id)
  const refund = { ...entry, targetCents, parts, reason: externalRefundTexts[by], actor: 'acquirer', now }
  await insertRefund(tx, refund, { state: 'confirmed', ended_at: now })
  await recordSaleEvent(tx, of, { kind: by, number, amountCents })
}

export function externalRefundKind(sale: Approval): ExternalRefundKind {
  const isWhole = sale.voidedCents >= sale.capturedCents
  return sale.mayBeAutoCancelled && isWhole ? 'auto_cancelled' : 'returned_outside'
}

/** Sets the state from the ledger; the case about kept money shrinks by `returnedCents`. */
export async function recomputeRefundState(tx: Tx, of: AttemptContext, note: AuditNote, returnedCents = 0) {
  const { payment, attempt, actor, now } = of
  const { takenCents, refundedCents } = await readLedgerSums(tx, attempt.id)
  const whole = refundedCents >= takenCents
  const partly = takenCents - refundedCents < payment.amount_cents
  if (whole) await closeCases(tx, payment.id, keptMoneyKinds, now)
  else if (returnedCents > 0) await reduceKeptMoneyCases(tx, payment.id, returnedCents, now)
  const to = whole ? 'refunded' : partly ? 'partly_refunded' : 'captured'
  const change = { deadline_at: null, reason: whole ? refundTexts(payment).refunded : null }
  await changeState(tx, payment, to, { actor, now, change, note })
}

/** Records a refund that the ledger lacks. An open refund's own job records its result. */
export async function recordExternalRefund(
  tx: Tx,
  subject: Payable,
  settlement: AttemptContext,
  sale: Approval,
) {
  const { payment, attempt } = settlement
  if (!isPaid(payment.state)) return
  if ((await listRefunds(tx, payment.id)).some(({ state }) => state === 'asked')) return
  const { refundedCents } = await readLedgerSums(tx, attempt.id)
  const amountCents = sale.voidedCents - refundedCents
  if (amountCents <= 0) return
  const by = externalRefundKind(sale)
  await insertExternalRefund(tx, subject, settlement, { amountCents, by })
  const note = { amount_cents: amountCents, reason: externalRefundTexts[by] }
  await recomputeRefundState(tx, settlement, note, amountCents)
}

/** Records a refund of an attempt that staff settled as kept: only ledger and history change. */
export async function recordExternalRefundOfKept(tx: Tx, of: AttemptContext, sale: Approval): Promise<void> {
  const { payment, attempt, actor, now } = of
  const { takenCents, refundedCents } = await readLedgerSums(tx, attempt.id)
  const amountCents = sale.voidedCents - refundedCents
  if (amountCents <= 0) return
  if (takenCents > 0) await recordRefund(tx, { attempt, amountCents, at: now })
  if (sale.voidedCents >= takenCents) await updateAttempt(tx, attempt.id, { state: 'given_back' })
  const note = { amount_cents: amountCents, reason: externalRefundTexts.returned_outside }
  await recordAuditNote(tx, payment, { actor, now, note })
}
