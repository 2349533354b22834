import type { WireTransaction } from '#payment/contract.ts'
// Says how a reservation within a transaction is read, too.
import '../shown.ts'
import type { WireReserve } from '../shown.ts'

/** The reserved space behind a payment; null for a ticket's. */
export function reserveOf(payment: WireTransaction): WireReserve | null {
  return payment.reserve ?? null
}

/** Whether the card screens are over for a reservation: its money is held, taken or given back. */
export function isReserved(payment: WireTransaction): boolean {
  const reserve = reserveOf(payment)
  return reserve !== null && reserve.state !== 'held' && reserve.state !== 'released'
}

/** Whether the space was given to others, because nobody paid for it in time or it was cancelled before. */
export function isReleased(payment: WireTransaction): boolean {
  return reserveOf(payment)?.state === 'released'
}
