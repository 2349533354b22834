import { fail } from '#kit/fail.ts'
import { isPaid } from '#payment/paymentState.ts'
import { type WrittenReceipt, writeReceipt } from '../receipt.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { capturedAttempt } from '#payment/server/attempt/attempts.ts'
import { ownPayment } from './history.ts'
import { receiptOf } from './receiptOf.ts'

/**
 * The receipt of a person's own payment, in words. Throws `not_found`, the same for none and for somebody
 * else's, and `receipt_missing` while or when nothing was kept of the money.
 */
export async function openReceipt(
  deps: Pick<PaymentDeps, 'db' | 'subject' | 'operator' | 'publicUrl'>,
  userId: number,
  token: string,
): Promise<WrittenReceipt> {
  const payment = await ownPayment(deps.db, userId, token)
  if (!payment) throw fail('not_found')
  const attempt = isPaid(payment.state) ? await capturedAttempt(deps.db, payment.id) : undefined
  if (!attempt) throw fail('receipt_missing')
  return writeReceipt((await receiptOf(deps, payment, attempt)).receipt)
}
