import { commonWaysForward, type WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { cancelPayment, changeType, pay } from '../contract.ts'

/** One row for each refusal of a payment's calls. */
const paymentLeft = {
  session_changed: 'here',
  payment_in_flight: 'people',
  payment_final: 'here',
  price_changed: 'here',
  already_paid: 'here',
  reservation_released: 'here',
  debit_on_reservation: 'here',
  method_closed: 'here',
  not_configured: 'people',
  payer_missing: 'here',
  ticket_exited: 'people',
  too_many_attempts: 'elsewhere',
} as const satisfies Readonly<
  Record<keyof (typeof pay.errors & typeof changeType.errors & typeof cancelPayment.errors), WayForward>
>

const rows: Readonly<Record<string, WayForward>> = { ...commonWaysForward, ...paymentLeft }

/** What a payer can do after this refusal; unknown codes mean paying elsewhere. */
export function wayForwardAfter(code: string): WayForward {
  return lookUp(rows, code) ?? 'elsewhere'
}
