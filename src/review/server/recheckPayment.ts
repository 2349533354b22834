import { addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { acquirerCallMs } from '#payment/limits.ts'
import { changeState } from '#payment/server/changeState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { listRefunds } from '#payment/server/ledger/refunds.ts'
import { queryAndSettle } from '#payment/server/settle/queryAndSettle.ts'
import {
  attemptsBeingReversed,
  findHeldAttempt,
  type Attempt,
  attemptsOf,
} from '#payment/server/attempt/attempts.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { sendHoldEnding } from '#payment/hold/server/endHold.ts'
import { requestReversalAgain } from '#payment/server/attempt/requestReversal.ts'
import { refundJob } from '#refund/server/sendRefund.ts'
import type { Db } from '#db/schema.ts'
import { byDecisiveness } from '#payment/server/views/paymentWithAttempt.ts'

export async function recheckPayment(deps: PaymentDeps, payment: Payment, actor: string): Promise<void> {
  if (payment.state === 'refunding') return recheckRefund(deps, payment)
  if (payment.requested_cents !== null && (await findHeldAttempt(deps.db, payment.id))) {
    const isFirst = await reopenEnding(deps, payment.id, actor)
    await sendHoldEnding(deps, payment.id, { actor, isFirst })
    return
  }
  const attempt = await findDecisiveAttempt(deps.db, payment.id)
  if (attempt && attempt.state !== 'captured') await queryAndSettle(deps, attempt, actor)
}

async function recheckRefund(deps: PaymentDeps, payment: Payment): Promise<void> {
  const now = deps.clock.now()
  const again = `again-${now.getTime()}`
  const open = (await listRefunds(deps.db, payment.id)).find(({ state }) => state === 'asked')
  if (open)
    await enqueue(deps.db, refundJob, { refundId: open.id }, { key: `refund-${open.id}-${again}`, now })
  for (const attemptId of await attemptsBeingReversed(deps.db, payment.id))
    await requestReversalAgain(deps.db, attemptId, { now, keySuffix: again })
}

/** Requests the end of a hold again after a day in review. Answers whether the payment was in review. */
async function reopenEnding(deps: PaymentDeps, paymentId: number, actor: string): Promise<boolean> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.state !== 'review') return false
    const change = { deadline_at: addMs(now, acquirerCallMs(deps.timing)) }
    await changeState(tx, payment, 'capturing', { actor, now, change })
    return true
  })
}

/** The attempt with the payment's money, else the last. */
export async function findDecisiveAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  const best = attemptsOf(db, paymentId).orderBy(byDecisiveness('attempt'), 'desc').orderBy('n', 'desc')
  return best.limit(1).executeTakeFirst()
}
