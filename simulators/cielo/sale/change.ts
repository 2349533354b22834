import { dayMs } from '#kit/clock.ts'
import type { Sale } from '../ledger/records.ts'
import { apiErrors, type ApiErrors } from './errors.ts'
import { wireDate } from '../wireDate.ts'

/** The changed sale with its codes, API errors, or the code of a failed void. */
export type Change = { sale: Sale; partial: boolean } | { errors: ApiErrors } | { refusedWith: string }

/** `skipsWaits` skips rules that only make people wait. */
export type ChangeTime = { readonly now: Date; readonly skipsWaits: boolean }

/** Captures once and releases the rest. Centavos; null: all. */
export function capture(sale: Sale, amountCents: number | null, { now }: ChangeTime): Change {
  const amount = amountCents ?? sale.authorised
  if (sale.status !== 1 || amount <= 0 || amount > sale.authorised) return { errors: apiErrors(308) }
  const words = { returnCode: '6', returnMessage: 'Operation Successful' }
  const captured = { status: 2, captured: amount, capturedAt: now.toISOString() }
  return { sale: { ...sale, ...captured, ...words }, partial: false }
}

/** Refund periods in days after the capture; Maestro is Mastercard debit. */
const returnDays = { others: 330, maestro: 150 } as const

function isTooOld(sale: Sale, now: Date): boolean {
  const isMaestro = sale.type === 'DebitCard' && sale.card.brand.toLowerCase() === 'master'
  const days = returnDays[isMaestro ? 'maestro' : 'others']
  return sale.capturedAt !== null && now.getTime() - Date.parse(sale.capturedAt) > days * dayMs
}

const betweenVoidsMs = 5_000

/**
 * Releases an authorisation, or refunds (src/acquirer/server/cielo/README.md#5-void); an amount above the
 * rest becomes the rest. Centavos; null: the rest. Status 10 on the day of the sale, 11 later. Partial
 * refunds are refused until the next day (100).
 */
export function voidSale(sale: Sale, amountCents: number | null, { now, skipsWaits }: ChangeTime): Change {
  const left = sale.status === 1 ? sale.authorised : sale.status === 2 ? sale.captured - sale.voided : 0
  const amount = Math.min(amountCents ?? left, left)
  const partial = amount < left
  if (left === 0 || amount <= 0) return { errors: apiErrors(309) }
  // The code was not recorded.
  if (isTooOld(sale, now)) return { refusedWith: '116' }
  // Debit allows one partial refund.
  if (partial && sale.type === 'DebitCard' && sale.voided > 0) return { errors: apiErrors(309) }
  if (partial && sale.status === 1) return { errors: apiErrors(309) }
  if (!skipsWaits && sale.voidedAt !== null && now.getTime() - Date.parse(sale.voidedAt) < betweenVoidsMs)
    return { refusedWith: '475' }
  if (!skipsWaits && partial && isSameDay(sale.capturedAt ?? sale.createdAt, now))
    return { refusedWith: '100' }
  const voided = { voided: sale.voided + amount, voidedAt: now.toISOString() }
  const full = { status: isSameDay(sale.createdAt, now) ? 10 : 11, returnCode: '9' }
  return { sale: { ...sale, ...voided, ...(partial ? {} : full) }, partial }
}

/** After the authorisation has expired. */
export function expired(sale: Sale): Sale {
  return sale.status === 1 ? { ...sale, status: 13, returnMessage: 'Authorization expired' } : sale
}

function isSameDay(iso: string, now: Date): boolean {
  return wireDate(iso).slice(0, 10) === wireDate(now.toISOString()).slice(0, 10)
}
