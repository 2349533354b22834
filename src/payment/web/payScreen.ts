import { methodRow } from '../method/method.ts'

export function payScreenOf(payment: { readonly payment_type: number }) {
  return methodRow(payment.payment_type).screen
}
