import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { recordHitOrThrow } from '#session/server/limits/hits.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { capturedAttempt } from '#payment/server/attempt/attempts.ts'
import { ownPayment } from './history.ts'
import { receiptCopyJob } from './sendReceipt.ts'

/**
 * Mails the receipt of a person's own payment again, to their account's e-mail. Throws `not_found`,
 * `receipt_missing`, `too_many`.
 */
export async function resendReceipt(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  userId: number,
  token: string,
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await ownPayment(db, userId, token)
    if (!payment) throw fail('not_found')
    if (!isPaid(payment.state)) throw fail('receipt_missing')
    await recordHitOrThrow(db, { limit: 'receipt', key: String(payment.id) }, now)
    if (!(await enqueueCopy(db, payment.id, userId, now))) throw fail('receipt_missing')
  })
}

/** Writes the job that mails a copy; false when no attempt took the money. In the caller's transaction. */
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
