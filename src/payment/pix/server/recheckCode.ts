import { askedEachMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findPayment } from '../../server/store.ts'
import { claimLook } from './looks.ts'
import { recheckWithin, patienceMs } from './recheckWithin.ts'

/**
 * Somebody looks at an open code: the bank is asked about it, at most once in `askedEachMs` however many look, from
 * however many instances. Its silence is no news. Answers whether the payment may stand in another way than it did.
 */
export async function recheckCode(deps: PaymentDeps, token: string): Promise<boolean> {
  const payment = await findPayment(deps.db, token)
  // A job was faster.
  if (payment?.state !== 'awaiting_payment') return true
  const ageMs = deps.clock.now().getTime() - payment.updated_at.getTime()
  const attempt = await claimLook(deps, { paymentId: payment.id, eachMs: askedEachMs(ageMs) })
  // Somebody looked a moment ago, or the claim has waited for a job that has just booked it.
  if (!attempt) return (await findPayment(deps.db, token))?.state !== 'awaiting_payment'
  await recheckWithin(deps, attempt, patienceMs)
  return true
}
