import { fail } from '#kit/fail.ts'
import type { WireTransaction } from '../../contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { findPayment } from '../store.ts'
import { wireTransaction } from '../view.ts'

/** The payment as the holder of its token may see it. Throws `not_found`. */
export async function readPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  token: string,
): Promise<WireTransaction> {
  const payment = await findPayment(deps.db, token)
  if (!payment) throw fail('not_found')
  return wireTransaction(deps.db, payment, deps.clock.now())
}
