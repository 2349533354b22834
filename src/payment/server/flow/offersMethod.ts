import { type Method, termsOf } from '../../method.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment } from '../store.ts'

/**
 * Whether this payment can be made by this method now. A space that was sold before its only method was closed can still be
 * paid (docs/spec.md#r40).
 */
export async function offersMethod(
  deps: Pick<PaymentDeps, 'methods'>,
  payment: Pick<Payment, 'destination'>,
  method: Method,
): Promise<boolean> {
  return termsOf(payment).take === 'hold' || (await deps.methods()).includes(method)
}
