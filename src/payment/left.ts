import { commonLeft } from '#checkout/left.ts'
import type { Left } from '#checkout/left.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { cancelPayment, changeType, pay } from './contract.ts'

/** Every refusal that the calls of a payment declare; one without a row here does not compile. */
export const paymentLeft = {
  payment_in_flight: 'people',
  payment_final: 'here',
  price_changed: 'here',
  already_paid: 'here',
  reservation_released: 'here',
  debit_on_reservation: 'here',
  method_closed: 'here',
  payer_missing: 'here',
  ticket_exited: 'people',
  too_many_attempts: 'elsewhere',
} as const satisfies Readonly<
  Record<keyof (typeof pay.errors & typeof changeType.errors & typeof cancelPayment.errors), Left>
>

const rows: Readonly<Record<string, Left>> = { ...commonLeft, ...paymentLeft }

/** What is left after this refusal of a payment's call; of what nobody foresaw, and of silence, to pay elsewhere. */
export function leftOfPayment(code: string): Left {
  return lookUp(rows, code) ?? 'elsewhere'
}
