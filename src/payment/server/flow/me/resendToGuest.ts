import { transaction } from '#kit/server/db/transaction.ts'
import { countOne } from '#kit/server/rateLimit.ts'
import { copyLimits } from '../../../limits.ts'
import type { PaymentDeps } from '../../deps.ts'
import { paidWithEmail } from '../../history.ts'
import { enqueueCopy } from './resendReceipt.ts'

/**
 * Mails the receipt of a ticket again, to the e-mail given when it was paid; does nothing when there is no
 * such payment, and says neither. Throws `too_many`, which counts both alike.
 */
export async function resendToGuest(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'kick'>,
  asked: { code: string; email: string; ip: string },
): Promise<void> {
  const now = deps.clock.now()
  const { perPayment, perAddress, windowMs } = copyLimits
  const { code, email, ip } = asked
  await transaction(deps.db, async (db) => {
    await countOne(db, { kind: 'receipt_ticket', key: code, limit: perPayment, windowMs }, now)
    await countOne(db, { kind: 'receipt_address', key: ip, limit: perAddress, windowMs }, now)
    const payment = await paidWithEmail(db, code, email)
    if (payment) await enqueueCopy(db, payment.id, null, now)
  })
  deps.kick()
}
