import type { Book, Sale } from './book.ts'
import type { ApiError } from './sell.ts'

const dayMs = 86_400_000

/** Cielo's standard window: an authorisation not captured in 7 calendar days is gone (acquirer.md 1.5). */
export const captureWindowDays = 7

/** PUT .../capture: once only; a smaller amount releases the rest. */
export function capture(book: Book, sale: Sale, amount: number | null, now: Date): Sale | ApiError {
  const wanted = amount ?? sale.authorised
  const expired = now.getTime() - Date.parse(sale.created_at) > captureWindowDays * dayMs
  if (sale.status !== 1 || expired || wanted <= 0 || wanted > sale.authorised) {
    return { code: 308, message: 'Transaction not available to capture' }
  }
  return book.put({ ...sale, status: 2, captured: wanted })
}

/**
 * PUT .../void: everything, or part of what was captured. A held sale can only be voided whole. Returned
 * amounts add up; nothing is given back twice.
 */
export function voidSale(book: Book, sale: Sale, amount: number | null): Sale | ApiError {
  const refused = { code: 309, message: 'Transaction not available to void' }
  if (sale.status === 1) {
    return amount === null || amount === sale.authorised ? book.put({ ...sale, status: 10, voided: sale.authorised }) : refused
  }
  // Cielo lets an unfinished authentication be given up.
  if (sale.status === 0 && sale.return_url !== null) return book.put({ ...sale, status: 10, voided: 0 })
  const left = sale.captured - sale.voided
  const wanted = amount ?? left
  if (sale.status !== 2 || wanted <= 0 || wanted > left) return refused
  const voided = sale.voided + wanted
  return book.put({ ...sale, voided, status: voided === sale.captured ? 10 : 2 })
}

/** `POST /_sim/expire`: the issuer lets go of a held amount. */
export function expire(book: Book, sale: Sale): Sale | ApiError {
  if (sale.status !== 1) return { code: 308, message: 'Transaction not available to capture' }
  return book.put({ ...sale, status: 13, authorised: 0 })
}
