import { randomInt } from 'node:crypto'

/** Tickets that are looked up and never paid, and tickets that are paid once each. */
export type Stock = { looked: number; paid: number }
export const usual: Stock = { looked: 10_000, paid: 100_000 }

/** The code of the ticket that was filled in as the n-th; n begins with 1. */
export const codeOf = (n: number) => `9${String(n).padStart(12, '0')}`

/** Codes of tickets to be paid, each once; throws when there is none left. */
export function unpaid(stock: Stock): () => string {
  let next = stock.looked
  return () => {
    if (next >= stock.looked + stock.paid) throw new Error('no ticket is left: fewer seconds, or more stock')
    return codeOf((next += 1))
  }
}

export const someCode = (stock: Stock) => codeOf(1 + randomInt(stock.looked))
