import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { countOne } from '#session/server/limits/marks.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { enqueueCopy } from '../resendReceipt.ts'
import { paymentById } from '#payment/server/store.ts'

/** Throws `receipt_missing`, also when the payer's data is deleted, and `too_many`. */
export async function sendReceiptAgain(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  { paymentId, actor }: { paymentId: number; actor: string },
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await paymentById(tx, paymentId)
    if (!isPaid(payment.state) || payment.payer === null) throw fail('receipt_missing')
    await countOne(tx, { limit: 'receipt_desk', key: String(paymentId) }, now)
    if (!(await enqueueCopy(tx, paymentId, null, now))) throw fail('receipt_missing')
    const told = { subject: 'payment', subjectId: String(paymentId), action: 'receipt_sent' } as const
    await audit(tx, { at: now, actor, ...told, before: null, after: null })
  })
}
