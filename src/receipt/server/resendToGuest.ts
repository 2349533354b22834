import { transaction } from '#kit/server/db/transaction.ts'
import { addMarks, countIfBelow } from '#session/server/limits/marks.ts'
import { admitTry, type Trier } from '#session/server/limits/tries.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { paidWithEmail } from './history.ts'
import { enqueueCopy } from './resendReceipt.ts'

/** Silent when there is no such payment or its limit is reached. Throws what `admitTry` throws. */
export async function resendToGuest(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  asked: { code: string; email: string; by: Trier },
): Promise<void> {
  const now = deps.clock.now()
  const { code, email, by } = asked
  await admitTry(deps.db, 'receipt_address', by, now)
  await transaction(deps.db, async (tx) => {
    // A guess of one of them does not use up the payer's limit.
    const mayMail = await countIfBelow(tx, { limit: 'receipt_ticket', key: `${code} ${email}` }, now)
    await addMarks(tx, [{ limit: 'receipt_address', key: by.ip }], now)
    const payment = mayMail ? await paidWithEmail(tx, code, email) : undefined
    if (payment) await enqueueCopy(tx, payment.id, null, now)
  })
}
