import type { AuthoriseOutcome, AuthoriseRequest } from '../../acquirer.ts'
import { takesDebit } from '../../brand.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { readSale } from './sale.ts'
import { saleRequest } from './saleRequest.ts'

/**
 * POST /1/sales (acquirer.md 1.4). Never repeated by itself: after `unknown`, ask with find. A debit card of
 * a brand that Cielo sells no debit for is refused without a call.
 */
export async function authorise(
  settings: CieloSettings,
  request: AuthoriseRequest,
): Promise<AuthoriseOutcome> {
  if (request.kind === 'debit' && !takesDebit(request.card.brand)) {
    return { outcome: 'refused', reference: null, returnCode: null, cause: 'use_credit' }
  }
  const body = saleRequest(request, settings.softDescriptor)
  return readSale(await callCielo(settings, { method: 'POST', path: '/1/sales/', body }))
}
