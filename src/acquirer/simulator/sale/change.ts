import type { Sale } from '../ledger/records.ts'
import { apiErrors, type ApiErrors } from './errors.ts'
import { wireDate } from './answer.ts'

/** A sale after a capture or void, with the codes of the answer; or Cielo's errors. */
export type Change = { sale: Sale; partial: boolean } | { errors: ApiErrors }

/** Takes a held amount, once; the rest is released. Centavos; null means all of it. */
export function capture(sale: Sale, amountCents: number | null, now: Date): Change {
  const amount = amountCents ?? sale.authorised
  if (sale.status !== 1 || amount <= 0 || amount > sale.authorised) return { errors: apiErrors(308) }
  const words = { returnCode: '6', returnMessage: 'Operation Successful' }
  const captured = { status: 2, captured: amount, capturedAt: now.toISOString() }
  return { sale: { ...sale, ...captured, ...words }, partial: false }
}

/**
 * Releases a hold (all of it only), or gives a captured amount back, wholly or in parts. Centavos; null
 * means all that is left. Status 10 on the day of the sale, 11 later (docs/cielo.md#5-void).
 */
export function voidSale(sale: Sale, amountCents: number | null, now: Date): Change {
  const left = sale.status === 1 ? sale.authorised : sale.status === 2 ? sale.captured - sale.voided : 0
  const amount = amountCents ?? left
  const partial = amount < left
  if (left === 0 || amount <= 0 || amount > left) return { errors: apiErrors(309) }
  // Debit is given back in parts once.
  if (partial && sale.type === 'DebitCard' && sale.voided > 0) return { errors: apiErrors(309) }
  if (partial && sale.status === 1) return { errors: apiErrors(309) }
  const voided = { voided: sale.voided + amount, voidedAt: now.toISOString() }
  const full = { status: isSameDay(sale, now) ? 10 : 11, returnCode: '9' }
  return { sale: { ...sale, ...voided, ...(partial ? {} : full) }, partial }
}

/** The sale once its authorisation has lapsed: nothing is held any more. */
export function lapsed(sale: Sale): Sale {
  return sale.status === 1 ? { ...sale, status: 13, returnMessage: 'Authorization expired' } : sale
}

function isSameDay(sale: Sale, now: Date): boolean {
  return wireDate(sale.createdAt).slice(0, 10) === wireDate(now.toISOString()).slice(0, 10)
}
