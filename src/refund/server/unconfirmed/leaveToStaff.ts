import type { ChangeOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { Reschedule } from '#kit/server/jobs/job.ts'
import { refundTexts } from '#payment/texts.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { type RefundLease, markUnconfirmed } from '../refundLeases.ts'
import { type Refund, getRefund } from '#payment/server/ledger/refunds.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { lockPayment, updatePayment } from '#payment/server/store.ts'
import { retryUnansweredRefund } from './retryTimes.ts'

/** Whether the query may omit this partial refund; a full refund would have changed the sale's status. */
export function mayOmitRefund(sale: FindOutcome | ChangeOutcome, refund: Refund): boolean {
  if (sale.outcome !== 'approved' || sale.isVoidAmountMissing !== true) return false
  return refund.target_cents < sale.capturedCents
}

/** Opens a case for a refund whose answer was lost and that no query shows. The refund is never sent again. */
export async function openUnconfirmedRefundCase(deps: PaymentDeps, lease: RefundLease): Promise<Reschedule> {
  const { id } = lease.refund
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { payment_id: paymentId, amount_cents: amountCents } = await getRefund(tx, id)
    const payment = await lockPayment(tx, paymentId)
    if (!(await markUnconfirmed(tx, lease))) return
    await openCase(tx, { paymentId, kind: 'late_refund', amountCents }, now)
    if (payment.state === 'refunding')
      await updatePayment(tx, paymentId, now, { reason: refundTexts(payment).doubted })
  })
  return retryUnansweredRefund(deps, lease.refund)
}
