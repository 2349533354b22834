import type { WireTransaction } from '#payment/contract.ts'
// Registers the schema of a reservation within a transaction, too.
import '../shown.ts'
import type { WireReserve } from '../shown.ts'

/** Null for a ticket's payment. */
export function reserveOf(payment: WireTransaction): WireReserve | null {
  return payment.reserve ?? null
}

/** Whether the money of a reservation is held, captured or refunded. */
export function isReserved(payment: WireTransaction): boolean {
  const reserve = reserveOf(payment)
  return reserve !== null && reserve.state !== 'held' && reserve.state !== 'released'
}

/** Whether the space was not paid in time. */
export function isReleased(payment: WireTransaction): boolean {
  return reserveOf(payment)?.state === 'released'
}
