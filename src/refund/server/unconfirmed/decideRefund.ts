import { setTimeout as wait } from 'node:timers/promises'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { bookRefund, recheckEndedRefund } from '#payment/server/ledger/ledger.ts'
import { claimRefund } from '../claims.ts'
import {
  endRefund,
  isInDoubt,
  openRefund,
  refundKind,
  surplusActor,
  unarrivedCode,
} from '#payment/server/ledger/refunds.ts'
import { closeCase, isCaseOpen } from '#payment/server/ledger/cases.ts'
import { recomputeRefundState } from '#payment/server/difference/bookReturn.ts'
import { recordDecision, type RefundDecided } from './decision.ts'
import { refundSurplus } from '#payment/server/settle/pix/bookPix.ts'
import { attemptById, isByPix } from '#payment/server/attempt/attempts.ts'
import { lockPayment } from '#payment/server/store.ts'
import { isUntold } from './leaveToStaff.ts'

/**
 * Staff say whether a refund arrived of which the acquirer tells nothing. It is asked first, and what it tells wins: the
 * refund's job books that, or goes on. `arrived` is booked as returned; `not_arrived` ends it, and who still wants it asks
 * anew. Its job asks now and then whether the acquirer tells by now: that is waited for, 2 s at most. Throws
 * `nothing_to_decide` unless it was left to them, `refund_in_flight` while its call may be on its way, `acquirer_silent`
 * without an answer, and `acquirer_differs` where the acquirer tells.
 */
export async function decideRefund(deps: PaymentDeps, by: RefundDecided): Promise<void> {
  const { refund } = await transaction(deps.db, (db) => doubtOf(db, by))
  const { acquirer, reference } = await attemptById(deps.db, refund.attempt_id)
  const sale = await acquirerNamed(deps.acquirers, acquirer).findByReference(reference ?? '')
  // Whoever is silent now may tell tomorrow that it was made.
  if (sale.outcome !== 'approved') throw fail('acquirer_silent')
  if (!isUntold(sale, refund)) {
    const now = deps.clock.now()
    const key = `refund-${refund.id}-told-${now.getTime()}`
    await transaction(deps.db, (db) => enqueue(db, refundKind, { refundId: refund.id }, { key, now }))
    throw fail('acquirer_differs')
  }
  const until = performance.now() + patienceMs
  while (!(await transaction(deps.db, (db) => conclude(db, deps, { ...by, refundId: refund.id })))) {
    if (performance.now() >= until) throw fail('refund_in_flight')
    await wait(lookEveryMs)
  }
}

const patienceMs = 2_000
const lookEveryMs = 100

/** The refund in doubt, with its payment locked. */
async function doubtOf(db: Tx, { paymentId }: RefundDecided) {
  const payment = await lockPayment(db, paymentId)
  const refund = await openRefund(db, paymentId)
  if (!refund || !isInDoubt(refund) || !(await isCaseOpen(db, paymentId, 'late_refund')))
    throw fail('nothing_to_decide')
  return { payment, refund }
}

/** False while somebody has the acquirer for it. */
async function conclude(
  db: Tx,
  deps: PaymentDeps,
  by: RefundDecided & { refundId: number },
): Promise<boolean> {
  const now = deps.clock.now()
  const { payment, refund } = await doubtOf(db, by)
  if (refund.id !== by.refundId) throw fail('nothing_to_decide')
  // Of what was asked for before, all has come that will.
  if (!(await claimRefund(db, refund, deps.timing.acquirerTimeoutMs))) return false
  const { payment_id: paymentId, attempt_id: attemptId, amount_cents: amountCents } = refund
  const hasArrived = by.decision === 'arrived'
  if (hasArrived) await bookRefund(db, { paymentId, attemptId, amountCents, at: now })
  const end = hasArrived
    ? { state: 'confirmed' as const, returnCode: null }
    : { state: 'refused' as const, returnCode: unarrivedCode }
  await endRefund(db, refund.id, { ...end, now })
  await closeCase(db, paymentId, 'late_refund', now)
  await recordDecision(db, payment, { ...by, now })
  const attempt = await attemptById(db, attemptId)
  const note = hasArrived ? { amount_cents: amountCents } : { refused: unarrivedCode }
  const returnedCents = hasArrived && refund.actor !== surplusActor ? amountCents : 0
  await recomputeRefundState(db, { payment, attempt, actor: by.actor, now }, note, returnedCents)
  if (!hasArrived) await recheckEndedRefund(db, { refundId: refund.id, attemptId, now })
  // What a code brought above its amount is asked for anew by itself.
  if (isByPix(attempt) && attempt.state === 'captured') await refundSurplus(db, { payment, attempt, now })
  return true
}
