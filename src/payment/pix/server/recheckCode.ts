import { codeCheckIntervalMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findPayment } from '../../server/store.ts'
import { claimCheck } from './claimChecks.ts'
import { recheckWithin, patienceMs } from './recheckWithin.ts'

/**
 * Queries a code that is on a screen, once per `codeCheckIntervalMs` across instances. Answers whether the payment
 * may have changed.
 */
export async function recheckCode(deps: PaymentDeps, token: string): Promise<boolean> {
  const payment = await findPayment(deps.db, token)
  // Settled by a job meanwhile.
  if (payment?.state !== 'awaiting_payment') return true
  const ageMs = deps.clock.now().getTime() - payment.updated_at.getTime()
  const attempt = await claimCheck(deps, { paymentId: payment.id, eachMs: codeCheckIntervalMs(ageMs) })
  // Queried a moment ago, or booked while the claim waited.
  if (!attempt) return (await findPayment(deps.db, token))?.state !== 'awaiting_payment'
  await recheckWithin(deps, attempt, patienceMs)
  return true
}
