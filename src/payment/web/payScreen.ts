import { methodRow } from '../method.ts'

/** The screen of an unpaid payment's method. */
export function payScreenOf(payment: { readonly payment_type: number }) {
  return methodRow(payment.payment_type).screen
}
