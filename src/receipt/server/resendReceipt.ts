import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { countOne } from '#session/server/limits/marks.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { capturedAttempt } from '#payment/server/attempt/attempts.ts'
import { ownPayment } from './history.ts'
import { receiptCopyJob } from './sendReceipt.ts'

/** Mails the own receipt to the account's e-mail. Throws `not_found`, `receipt_missing`, `too_many`. */
export async function resendReceipt(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  userId: number,
  token: string,
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await ownPayment(tx, userId, token)
    if (!payment) throw fail('not_found')
    if (!isPaid(payment.state)) throw fail('receipt_missing')
    await countOne(tx, { limit: 'receipt', key: String(payment.id) }, now)
    if (!(await enqueueCopy(tx, payment.id, userId, now))) throw fail('receipt_missing')
  })
}

/** False without a captured attempt. In the caller's transaction. */
export async function enqueueCopy(
  db: Db,
  paymentId: number,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const attempt = await capturedAttempt(db, paymentId)
  if (!attempt) return false
  const copy = randomToken()
  await enqueue(
    db,
    receiptCopyJob,
    { paymentId, attemptId: attempt.id, copy, userId },
    { key: `receipt-copy-${copy}`, now },
  )
  return true
}
