import { transaction } from '#kit/server/db/transaction.ts'
import { recordHits, recordHitIfBelow } from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { paidWithEmail } from './history.ts'
import { enqueueCopy } from './resendReceipt.ts'

/**
 * Mails the receipt of a ticket again, to the e-mail given when it was paid; does nothing when there is no
 * such payment, or when it was sent often enough, and says none of it. Throws what `admitAttempt` throws.
 */
export async function resendToGuest(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  asked: { code: string; email: string; by: LimitedCaller },
): Promise<void> {
  const now = deps.clock.now()
  const { code, email, by } = asked
  await admitAttempt(deps.db, 'receipt_address', by, now)
  await transaction(deps.db, async (db) => {
    // Who does not know both spends nothing of who does.
    const mayMail = await recordHitIfBelow(db, { limit: 'receipt_ticket', key: `${code} ${email}` }, now)
    await recordHits(db, [{ limit: 'receipt_address', key: by.ip }], now)
    const payment = mayMail ? await paidWithEmail(db, code, email) : undefined
    if (payment) await enqueueCopy(db, payment.id, null, now)
  })
}
