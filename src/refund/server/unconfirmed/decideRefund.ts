import { recheckEndedRefund, recordRefund } from '#payment/server/ledger/ledger.ts'
import { leaseRefund } from '../refundLeases.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { acquirerByName } from '#acquirer/acquirers.ts'
import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import {
  endRefund,
  refundKind,
  excessActor,
  unarrivedCode,
  isUnconfirmed,
  openRefund,
  refundExcess,
} from '#payment/server/ledger/refunds.ts'
import { closeCases, isCaseOpen } from '#payment/server/ledger/cases.ts'
import { recomputeRefundState } from '#payment/server/difference/externalRefund.ts'
import { getAttempt, isByPix } from '#payment/server/attempt/attempts.ts'
import { lockPayment } from '#payment/server/store.ts'
import { mayOmitRefund } from './leaveToStaff.ts'
import { recordDecision, type RefundDecisionInput } from './decision.ts'

/**
 * Records the decision of staff about a refund that the acquirer's query does not show. Throws
 * `nothing_to_decide`, `refund_in_flight`, `acquirer_silent`; `acquirer_differs` where the query shows it.
 */
export async function decideRefund(deps: PaymentDeps, by: RefundDecisionInput): Promise<void> {
  const { refund } = await transaction(deps.db, (tx) => lockUnconfirmed(tx, by))
  const { acquirer, reference } = await getAttempt(deps.db, refund.attempt_id)
  const sale = await acquirerByName(deps.acquirers, acquirer).findByReference(reference ?? '')
  if (sale.outcome !== 'approved') throw fail('acquirer_silent')
  if (!mayOmitRefund(sale, refund)) {
    const now = deps.clock.now()
    const key = `refund-${refund.id}-told-${now.getTime()}`
    await transaction(deps.db, (tx) => enqueue(tx, refundKind, { refundId: refund.id }, { key, now }))
    throw fail('acquirer_differs')
  }
  const until = performance.now() + maxWaitMs
  while (!(await transaction(deps.db, (tx) => conclude(tx, deps, { ...by, refundId: refund.id })))) {
    if (performance.now() >= until) throw fail('refund_in_flight')
    await wait(pollMs)
  }
}

const maxWaitMs = 2_000
const pollMs = 100

async function lockUnconfirmed(tx: Tx, { paymentId }: RefundDecisionInput) {
  const payment = await lockPayment(tx, paymentId)
  const refund = await openRefund(tx, paymentId)
  if (!refund || !isUnconfirmed(refund) || !(await isCaseOpen(tx, paymentId, 'late_refund')))
    throw fail('nothing_to_decide')
  return { payment, refund }
}

/** False while a job holds the lease. */
async function conclude(tx: Tx, deps: PaymentDeps, by: RefundDecisionInput & { refundId: number }) {
  const now = deps.clock.now()
  const { payment, refund } = await lockUnconfirmed(tx, by)
  if (refund.id !== by.refundId) throw fail('nothing_to_decide')
  // The lease is free only once every earlier call has ended.
  if (!(await leaseRefund(tx, refund, deps.timing.acquirerTimeoutMs))) return false
  const { payment_id: paymentId, attempt_id: attemptId, amount_cents: amountCents } = refund
  const hasArrived = by.decision === 'arrived'
  const attempt = await getAttempt(tx, attemptId)
  if (hasArrived) await recordRefund(tx, { attempt, amountCents, at: now })
  const end = hasArrived
    ? { state: 'confirmed' as const, returnCode: null }
    : { state: 'refused' as const, returnCode: unarrivedCode }
  await endRefund(tx, refund.id, { ...end, now })
  await closeCases(tx, paymentId, ['late_refund'], now)
  await recordDecision(tx, payment, { ...by, now })
  const note = hasArrived ? { amount_cents: amountCents } : { refused: unarrivedCode }
  const returnedCents = hasArrived && refund.actor !== excessActor ? amountCents : 0
  await recomputeRefundState(tx, { payment, attempt, actor: by.actor, now }, note, returnedCents)
  if (!hasArrived) await recheckEndedRefund(tx, { refundId: refund.id, attemptId, now })
  // The excess of a Pix is requested again without a decision of staff.
  if (isByPix(attempt) && attempt.state === 'captured') await refundExcess(tx, { payment, attempt, now })
  return true
}
