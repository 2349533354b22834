import type { Approval, ChangeOutcome } from '../../acquirer.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { findByReference } from './find.ts'

type Change = { path: string; isDone: (sale: Approval) => boolean }

/** PUT .../capture (acquirer.md 1.5): once only; what is not captured is released. */
export function capture(settings: CieloSettings, reference: string, amountCents: number): Promise<ChangeOutcome> {
  const path = `/1/sales/${reference}/capture?amount=${amountCents}`
  return change(settings, reference, { path, isDone: (sale) => sale.capturedCents === amountCents })
}

/** PUT .../void without an amount: releases a hold, or gives everything back (acquirer.md 1.6). */
export function voidSale(settings: CieloSettings, reference: string): Promise<ChangeOutcome> {
  const path = `/1/sales/${reference}/void`
  return change(settings, reference, { path, isDone: (sale) => sale.voidedCents >= sale.amountCents })
}

/** PUT .../void with an amount: gives part of a captured sale back; returned amounts add up. */
export async function refund(settings: CieloSettings, reference: string, amountCents: number): Promise<ChangeOutcome> {
  const before = await findByReference(settings, reference)
  if (before.outcome !== 'approved') {
    return { outcome: 'unknown', reference, detail: `refund of a sale that is ${before.outcome}` }
  }
  const target = before.voidedCents + amountCents
  const path = `/1/sales/${reference}/void?amount=${amountCents}`
  return change(settings, reference, { path, isDone: (sale) => sale.voidedCents >= target })
}

/**
 * Asks for a change, then reads the sale: the truth is what Cielo keeps, also after a time-out or an
 * unreadable answer. `refused` when the sale is known and unchanged.
 */
async function change(settings: CieloSettings, reference: string, wanted: Change): Promise<ChangeOutcome> {
  const answer = await callCielo(settings, { method: 'PUT', path: wanted.path })
  const sale = await findByReference(settings, reference)
  if (sale.outcome === 'approved' && wanted.isDone(sale)) return sale
  const definite = answer.status !== null && answer.status >= 400 && answer.status < 500
  if (definite && sale.outcome !== 'unknown') return { outcome: 'refused', reference, returnCode: null, cause: 'merchant' }
  return { outcome: 'unknown', reference, detail: `HTTP ${answer.status ?? answer.detail}, sale ${sale.outcome}` }
}
