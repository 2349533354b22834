import { plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { callMs } from '#payment/limits.ts'
import { changeState } from '#payment/server/changeState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { refundsOf } from '#payment/server/ledger/refunds.ts'
import { askAcquirer } from '#payment/server/settle/askAcquirer.ts'
import { decisiveAttempt } from '#payment/server/views/decisiveAttempt.ts'
import { givingBackOf, heldAttempt } from '#payment/server/attempt/attempts.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { finishEnding } from '#payment/hold/server/endHold.ts'
import { requestReversalAgain } from '#payment/server/settle/requestReversal.ts'
import { refundJob } from '#refund/server/sendRefund.ts'

/**
 * Asks the acquirer what became of a payment, and settles what it says: an attempt, the end of a hold, or money on
 * its way back (by its job, which alone may give back).
 */
export async function askAgain(deps: PaymentDeps, payment: Payment, actor: string): Promise<void> {
  if (payment.state === 'refunding') return askRefundAgain(deps, payment)
  if (payment.take_cents !== null && (await heldAttempt(deps.db, payment.id))) {
    const isFirst = await reopenEnding(deps, payment.id, actor)
    await finishEnding(deps, payment.id, { actor, isFirst })
    return
  }
  const attempt = await decisiveAttempt(deps.db, payment.id)
  if (attempt && attempt.state !== 'captured') await askAcquirer(deps, attempt, actor)
}

async function askRefundAgain(deps: PaymentDeps, payment: Payment): Promise<void> {
  const now = deps.clock.now()
  const again = `again-${now.getTime()}`
  const open = (await refundsOf(deps.db, payment.id)).find(({ state }) => state === 'asked')
  if (open)
    await enqueue(deps.db, refundJob, { refundId: open.id }, { key: `refund-${open.id}-${again}`, now })
  for (const attemptId of await givingBackOf(deps.db, payment.id))
    await requestReversalAgain(deps.db, attemptId, { now, mark: again })
}

/** An ending that a person was to decide about is asked for once more. Answers whether it was such a one: a day has passed. */
async function reopenEnding(deps: PaymentDeps, paymentId: number, actor: string): Promise<boolean> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.state !== 'review') return false
    const change = { deadline_at: plus(now, callMs(deps.timing)) }
    await changeState(tx, payment, 'capturing', { actor, now, change })
    return true
  })
}
