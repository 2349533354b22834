import { setPayment } from '#counter/web/customer.ts'
import { createPersonalStore } from '#kit/web/state/personal.ts'
import type { WireTransaction } from '../contract.ts'

/** An answer older than this is no news. */
const freshMs = 5_000

const latest = createPersonalStore<{ payment: WireTransaction; at: number } | null>(null)

/** Keeps a payment that the server has just answered, for the customer's state and for the screen that follows. */
export function keepPayment(payment: WireTransaction): void {
  setPayment(payment)
  latest.set({ payment, at: Date.now() })
}

/** The payment that the screen before has just got, once. Nothing after a reload. */
export function takeLatestPayment(token: string): WireTransaction | null {
  const taken = latest.get()
  latest.set(null)
  return taken?.payment.ws_token === token && Date.now() - taken.at < freshMs ? taken.payment : null
}
