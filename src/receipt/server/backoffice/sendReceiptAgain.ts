import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { recordHitOrThrow } from '#session/server/limits/hits.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { enqueueCopy } from '../resendReceipt.ts'
import { paymentById } from '#payment/server/store.ts'

/**
 * Mails the receipt of a payment again, to the e-mail given when it was paid, for a driver who asks at the desk.
 * Throws `receipt_missing`, also when the payer's data is gone, and `too_many`.
 */
export async function sendReceiptAgain(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  { paymentId, actor }: { paymentId: number; actor: string },
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await paymentById(db, paymentId)
    if (!isPaid(payment.state) || payment.payer === null) throw fail('receipt_missing')
    await recordHitOrThrow(db, { limit: 'receipt_desk', key: String(paymentId) }, now)
    if (!(await enqueueCopy(db, paymentId, null, now))) throw fail('receipt_missing')
    const told = { subject: 'payment', subjectId: String(paymentId), action: 'receipt_sent' } as const
    await audit(db, { at: now, actor, ...told, before: null, after: null })
  })
}
