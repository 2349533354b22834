import type { AttemptContext } from '#payment/server/settlementContext.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { hourMs } from '#kit/clock.ts'
import { humanMoney } from '#kit/money.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { findRunAt } from '#kit/server/jobs/queue.ts'
import { openDisputeText } from '#payment/cases.ts'
import { can } from '#payment/paymentState.ts'
import { changeState } from '#payment/server/changeState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { findCapturedAttempt } from '#payment/server/attempt/attempts.ts'
import { findCaseStatus } from '#payment/server/ledger/cases.ts'
import { readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { computeRefundParts } from '#payment/server/ledger/paymentMoney.ts'
import type { Payable } from '#payment/server/payable.ts'
import { insertRefund, type Refund, isRefundOpen, getRefund } from '#payment/server/ledger/refunds.ts'
import { refundTermsOf } from './refundTerms.ts'
import { lockPayment } from '#payment/server/store.ts'
import { refundTexts } from '#payment/texts.ts'
import { refundJob } from './sendRefund.ts'

/** Centavos; `keptCents` is the balance that staff saw, null where none was shown. */
type RefundRequest = {
  readonly paymentId: number
  readonly amountCents: number
  readonly keptCents: number | null
  readonly reason: string
  readonly actor: string
  readonly isAutomatic: boolean
}

/** `warnings` belong to the answer that staff get. */
export type RequestedRefund = { readonly refundId: number; readonly warnings: readonly string[] }

/**
 * Refunds a payment, wholly or in part, and waits for the job. Throws `refund_in_flight`, `not_refundable`,
 * `refund_changed` for another balance than the caller saw, and 422. Answers the warnings.
 */
export async function refundPayment(deps: PaymentDeps, request: Omit<RefundRequest, 'isAutomatic'>) {
  const whole = { ...request, isAutomatic: false }
  const { refundId, warnings } = await transaction(deps.db, (tx) => requestRefund(tx, deps, whole))
  await waitForRefund(deps, refundId)
  return warnings
}

/** As `refundPayment`, in the caller's transaction and without waiting. */
export async function requestRefund(tx: Tx, deps: PaymentDeps, request: RefundRequest) {
  const { paymentId, amountCents, reason, actor, isAutomatic } = request
  const now = deps.clock.now()
  const payment = await lockPayment(tx, paymentId)
  // The excess of a Pix is refunded while the payment stays captured.
  if (payment.state === 'refunding' || (await isRefundOpen(tx, paymentId))) throw fail('refund_in_flight')
  const attempt = can('refund', payment.state) ? await findCapturedAttempt(tx, paymentId) : undefined
  if (!attempt || attempt.reference === null) throw fail('not_refundable')
  const { takenCents, refundedCents } = await readLedgerSums(tx, attempt.id)
  const keptCents = takenCents - refundedCents
  if (request.keptCents !== null && keptCents !== request.keptCents) throw fail('refund_changed')
  if (amountCents < 1 || amountCents > keptCents)
    throw invalid({ value: [`O valor deve ser de R$ 0,01 a R$ ${humanMoney(keptCents)}.`] })
  const terms = refundTermsOf(deps.acquirers, attempt, { refundedCents, now })
  if (terms?.isOver) throw fail('not_refundable')
  if (terms?.parts === 'none' && amountCents < keptCents) throw invalid({ value: [wholeOnlyText(keptCents)] })
  const refund = { payment, attempt, amountCents, refundedCents, reason, actor, now, isAutomatic }
  return createRefund(tx, deps.subject, refund)
}

type NewRefund = AttemptContext &
  Omit<RefundRequest, 'paymentId' | 'keptCents'> & { readonly refundedCents: number }

export const wholeOnlyText = (keptCents: number) =>
  `Desta venda só volta o restante inteiro: R$ ${humanMoney(keptCents)}.`

/**
 * Needs the locked payment. After a chargeback an automatic refund throws `not_refundable`; staff get a
 * warning while it is open.
 */
export async function createRefund(tx: Tx, subject: Payable, request: NewRefund): Promise<RequestedRefund> {
  const { payment, attempt, amountCents, refundedCents, reason, actor, now, isAutomatic } = request
  const chargeback = await findCaseStatus(tx, payment.id, 'chargeback')
  if (isAutomatic && chargeback !== null) throw fail('not_refundable')
  const ids = { paymentId: payment.id, attemptId: attempt.id }
  const targetCents = refundedCents + amountCents
  const parts = await computeRefundParts(tx, subject, {
    payment,
    cents: amountCents,
    isByStaff: !isAutomatic,
    now,
  })
  const refundId = await insertRefund(tx, { ...ids, amountCents, targetCents, parts, reason, actor, now })
  const change = { deadline_at: null, reason: refundTexts(payment).refunding }
  const note = { amount_cents: amountCents, reason }
  await changeState(tx, payment, 'refunding', { actor, now, change, note })
  await enqueue(tx, refundJob, { refundId }, { key: refundJobKey(refundId), now })
  return { refundId, warnings: chargeback === 'open' ? [openDisputeText] : [] }
}

const maxWaitMs = 5_000
const pollMs = 100

const refundJobKey = (refundId: number) => `refund-${refundId}`

const minPostponementMs = hourMs

export async function findPostponement(db: Db, refund: Refund, now: Date): Promise<Date | null> {
  if (refund.state !== 'asked') return null
  const at = await findRunAt(db, refundJobKey(refund.id))
  return at !== null && at.getTime() - now.getTime() > minPostponementMs ? at : null
}

/** Waits until a refund has ended, was accepted or was postponed, 5 s at most. */
export async function waitForRefund({ db, clock }: PaymentDeps, refundId: number): Promise<void> {
  const until = performance.now() + maxWaitMs
  while (performance.now() < until) {
    const { state, pending_until_at: acceptedUntil } = await getRefund(db, refundId)
    if (state !== 'asked' || acceptedUntil !== null) return
    const runAt = await findRunAt(db, refundJobKey(refundId))
    if (runAt !== null && runAt > clock.now()) return
    await wait(pollMs)
  }
}
