import { commonWaysForward, type WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { cancelPayment, changeType, pay } from '../contract.ts'

const paymentWays = {
  session_changed: 'retry',
  payment_in_flight: 'staff',
  payment_final: 'retry',
  price_changed: 'retry',
  already_paid: 'retry',
  reservation_released: 'retry',
  debit_on_reservation: 'retry',
  method_closed: 'retry',
  not_configured: 'staff',
  payer_missing: 'retry',
  ticket_exited: 'staff',
  too_many_attempts: 'otherPlace',
} as const satisfies Readonly<
  Record<keyof (typeof pay.errors & typeof changeType.errors & typeof cancelPayment.errors), WayForward>
>

const rows: Readonly<Record<string, WayForward>> = { ...commonWaysForward, ...paymentWays }

/** Unknown codes mean paying at a machine or cashier. */
export function wayForwardAfter(code: string): WayForward {
  return lookUp(rows, code) ?? 'otherPlace'
}
