import { methodRow } from '../method.ts'

/** The screen on which an unpaid payment goes on. */
export function payScreenOf(payment: { readonly payment_type: number }) {
  return methodRow(payment.payment_type).screen
}
