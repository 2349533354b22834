import { fail } from '#kit/fail.ts'
import type { WireTransaction } from '../../contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { findPayment } from '../store.ts'
import { minimalTransaction, wireTransaction } from '../view.ts'
import { type Bearer, isForeign } from './bearer.ts'

/**
 * The payment as the bearer of its token may see it; when it has an owner, others see only how it stands.
 * Throws `not_found`.
 */
export async function readPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'subject'>,
  by: Bearer,
): Promise<WireTransaction> {
  const payment = await findPayment(deps.db, by.token)
  if (!payment) throw fail('not_found')
  const whole = await wireTransaction(deps, payment, deps.clock.now())
  return isForeign(payment, by) ? minimalTransaction(whole, deps.subject.hidden) : whole
}
