import { fail } from '#kit/fail.ts'
import { isPaid } from '#payment/paymentState.ts'
import { type WrittenReceipt, writeReceipt } from '../receipt.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { capturedAttempt } from '#payment/server/attempt/attempts.ts'
import { ownPayment } from './history.ts'
import { receiptOf } from './receiptOf.ts'

/**
 * Receipt of a person's own payment, as texts. Throws `not_found`, and `receipt_missing` while nothing is captured.
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
