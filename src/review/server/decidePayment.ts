import { recheckPayment, findDecisiveAttempt } from './recheckPayment.ts'
import { addMs } from '#kit/clock.ts'
import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { can, isPaidOrHeld } from '#payment/paymentState.ts'
import { changeState } from '#payment/server/changeState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { type PaymentDecisionInput, recordDecision } from '#refund/server/unconfirmed/decision.ts'
import type { AttemptContext } from '#payment/server/settlementContext.ts'
import { reverseCapture } from '#payment/server/settle/applyCapture.ts'
import { updateAttempt } from '#payment/server/attempt/attempts.ts'
import { closeCases } from '#payment/server/ledger/cases.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { shownColumns } from '#payment/server/settle/shownToPayer.ts'
import { recordCaptured } from '#payment/server/settle/recordCaptured.ts'
import { refundOver } from '#payment/server/ledger/refunds.ts'
import { refundTexts } from '#payment/texts.ts'
import { readLedgerSums } from '#payment/server/ledger/ledger.ts'

/**
 * Staff decide about an unconfirmed payment; the acquirer is queried first and wins. Throws
 * `nothing_to_decide`, `acquirer_differs` when its answer contradicts, `acquirer_silent` for an unconfirmed
 * capture.
 */
export async function decidePayment(deps: PaymentDeps, by: PaymentDecisionInput): Promise<void> {
  const begun = await transaction(deps.db, (tx) => beginDecision(tx, deps, by))
  if (begun.isDecided) return
  await recheckPayment(deps, begun.payment, by.actor)
  if (by.decision === 'ask') return
  await transaction(deps.db, (tx) => concludeDecision(tx, deps, { ...by, decisions: begun.decisions }))
}

/** A different captured amount is decided at once, without a query. */
async function beginDecision(tx: Tx, deps: PaymentDeps, by: PaymentDecisionInput) {
  const now = deps.clock.now()
  const payment = await lockPayment(tx, by.paymentId)
  const attempt = await findDecisiveAttempt(tx, by.paymentId)
  const allowed = can(by.decision === 'ask' ? 'askAgain' : 'decide', payment.state)
  if (!allowed || !attempt) throw fail('nothing_to_decide')
  const differs = payment.state === 'review' && attempt.state === 'captured'
  const isDecided = differs && by.decision !== 'ask'
  if (isDecided || by.decision === 'ask') await recordDecision(tx, payment, { ...by, now })
  const context = { payment, attempt, isLastAttempt: true, actor: by.actor, now } as const
  if (isDecided) await closeCases(tx, by.paymentId, ['amount_differs'], now)
  if (isDecided && by.decision === 'captured') await acceptCapturedAmount(tx, deps, context, by.reason)
  if (isDecided && by.decision === 'not_captured')
    await reverseCapture(tx, context, refundTexts(attempt).refunding)
  return { payment, isDecided, decisions: await countDecisions(tx, by.paymentId) }
}

/** The query's answer is already recorded: the decision confirms that answer, or closes the payment. */
async function concludeDecision(tx: Tx, deps: PaymentDeps, by: PaymentDecisionInput & { decisions: number }) {
  const now = deps.clock.now()
  const payment = await lockPayment(tx, by.paymentId)
  // Another decision was stored during the query.
  if ((await countDecisions(tx, by.paymentId)) !== by.decisions) throw fail('nothing_to_decide')
  if (can('decide', payment.state)) return closeAsNotTaken(tx, deps, payment, { ...by, now })
  const hasMoney = isPaidOrHeld(payment.state) || payment.state === 'refunding'
  if (hasMoney !== (by.decision === 'captured')) throw fail('acquirer_differs')
  await recordDecision(tx, payment, { ...by, now })
}

type TimedDecision = PaymentDecisionInput & { now: Date }

/** Money that appears later is applied or refunded. */
async function closeAsNotTaken(tx: Tx, deps: PaymentDeps, payment: Payment, by: TimedDecision) {
  const { now } = by
  const attempt = await findDecisiveAttempt(tx, by.paymentId)
  if (!attempt) throw fail('nothing_to_decide')
  // The query just showed another amount.
  if (attempt.state === 'captured') throw fail('acquirer_differs')
  if (by.decision === 'captured' || attempt.state === 'held') throw fail('acquirer_silent')
  await recordDecision(tx, payment, by)
  const next_query_at = attempt.next_query_at ?? addMs(now, deps.timing.janitorIntervalMs)
  const given = { state: 'abandoned', ...shownColumns(null), answered_at: now, next_query_at } as const
  await updateAttempt(tx, attempt.id, given)
  const change = { deadline_at: null, reason: null }
  await changeState(tx, payment, 'cancelled', { actor: by.actor, now, change, note: { reason: by.reason } })
}

type LastAttempt = AttemptContext & { isLastAttempt: true }

/** Pays the stay with the captured amount; reverses the capture if it is no longer owed. */
async function acceptCapturedAmount(tx: Tx, deps: PaymentDeps, context: LastAttempt, reason: string) {
  const { payment, attempt, now } = context
  const { takenCents, refundedCents } = await readLedgerSums(tx, attempt.id)
  const keptCents = takenCents - refundedCents
  if (keptCents <= 0) return reverseCapture(tx, context, refundTexts(attempt).refunded)
  const result = await deps.subject.onPaid(tx, { ...payment, amount_cents: keptCents }, now, now)
  if ('notOwed' in result) return reverseCapture(tx, context, refundTexts(attempt)[result.notOwed])
  const change = {
    amount_cents: keptCents,
    breakdown: JSON.stringify([{ text: 'Valor cobrado pela adquirente', amountCents: keptCents }]),
    paid_at: now,
    exit_deadline_at: result.exitDeadlineAt,
    receipt_kid: deps.receiptKid,
  }
  await recordCaptured(tx, context, change, { amount_cents: keptCents, reason })
  if (result.overCents)
    await refundOver(tx, { ...context, payment: { ...payment, ...change } }, result.overCents)
}

async function countDecisions(db: Db, paymentId: number): Promise<number> {
  const history = await findAuditRows(db, 'payment', [paymentId])
  return history.filter(({ action }) => action === 'decided_captured' || action === 'decided_not_captured')
    .length
}
