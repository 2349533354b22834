import type { AuthoriseOutcome, AuthoriseRequest, RefusalCause } from '../../acquirer.ts'
import { sellsDebit } from './codes/brands.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { readSale } from './sale.ts'
import { saleRequest } from './saleRequest.ts'

/**
 * POST /1/sales (docs/cielo.md#3-a-sale). Never repeated by itself: after `unknown`, ask with find. What
 * Cielo cannot sell is refused without a call.
 */
export async function authorise(
  settings: CieloSettings,
  request: AuthoriseRequest,
): Promise<AuthoriseOutcome> {
  const { instrument, ...sale } = request
  const refuse = (cause: RefusalCause) =>
    ({ outcome: 'refused', reference: null, returnCode: null, cause }) as const
  if (instrument.type === 'pix') return refuse('instrument')
  if (instrument.kind === 'debit' && !sellsDebit(instrument.brand)) return refuse('use_credit')
  // Debit without an authentication is denied (014): nothing is sent.
  if (instrument.kind === 'debit' && request.authentication === null) return refuse('authentication')
  const body = saleRequest({ ...sale, card: instrument }, settings.softDescriptor)
  return readSale(settings, await callCielo(settings, { method: 'POST', path: '/1/sales/', body }))
}
