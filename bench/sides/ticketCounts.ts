import { randomInt } from 'node:crypto'

/** Tickets that are only looked up, and tickets that are paid once each. */
export type TicketCounts = { looked: number; paid: number }
export const usualCounts: TicketCounts = { looked: 10_000, paid: 100_000 }

/** The code of the n-th inserted ticket; n begins with 1. */
export const ticketCodeOf = (n: number) => `9${String(n).padStart(12, '0')}`

/** Codes of tickets to be paid, each once; throws when there is none left. */
export function unpaidCodes(stock: TicketCounts): () => string {
  let next = stock.looked
  return () => {
    if (next >= stock.looked + stock.paid) throw new Error('no ticket is left: fewer seconds, or more stock')
    return ticketCodeOf((next += 1))
  }
}

export const randomCode = (stock: TicketCounts) => ticketCodeOf(1 + randomInt(stock.looked))
