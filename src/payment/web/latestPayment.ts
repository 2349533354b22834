import { setPayment } from '#checkout/web/customer.ts'
import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireTransaction } from '../contract.ts'

/** An answer older than this is no news. */
const freshMs = 5_000

const latest = createHandOver<WireTransaction>(({ ws_token }) => ws_token, freshMs)

/** Keeps a payment that the server has just answered, for the customer's state and for the screen that follows. */
export function keepPayment(payment: WireTransaction): void {
  setPayment(payment)
  latest.keep(payment)
}

/** The payment that the screen before has just got, once. */
export const takeLatestPayment = latest.take
