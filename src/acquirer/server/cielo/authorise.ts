import type { AuthoriseOutcome, AuthoriseRequest, RefusalCause } from '../../acquirer.ts'
import { cardBrands } from '../../brands.ts'
import { callCielo } from './client.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { readSale, unknown } from './sale.ts'
import { saleRequest } from './saleRequest.ts'

/**
 * POST /1/sales (src/acquirer/server/cielo/README.md#3-a-sale). Never repeated by itself: after `unknown`, ask with find. What
 * Cielo cannot sell is refused without a call.
 */
export async function authorise(
  settings: CieloQueries,
  request: AuthoriseRequest,
): Promise<AuthoriseOutcome> {
  const { instrument, ...sale } = request
  const refuse = (cause: RefusalCause) =>
    ({ outcome: 'refused', reference: null, returnCode: null, cause, advice: null, brand: null }) as const
  if (!('kind' in instrument)) return refuse('instrument')
  if (instrument.kind === 'debit' && !cardBrands[instrument.brand].takesDebit) return refuse('use_credit')
  // Debit without an authentication is denied (014): nothing is sent.
  if (instrument.kind === 'debit' && request.authentication === null) return refuse('authentication')
  const body = saleRequest({ ...sale, card: instrument }, settings.softDescriptor)
  const path = '/1/sales/'
  const began = performance.now()
  const told = readSale(settings, await callCielo(settings, { method: 'POST', path, body }))
  const outcome = await confirmed(settings, told, 1 - (performance.now() - began) / settings.timeoutMs)
  const lacksCode = instrument.type === 'saved_card' && (instrument.cvv ?? '') === ''
  if (outcome.outcome !== 'refused' || outcome.cause !== 'cvv' || !lacksCode) return outcome
  return { ...outcome, cause: 'cvv_missing' }
}

/**
 * A sale that Cielo says it could not make because of how the shop is set up stays so for ever, or was made all the same:
 * it is asked about once. What the query does not confirm is asked about again.
 */
async function confirmed(
  settings: CieloQueries,
  told: AuthoriseOutcome,
  share: number,
): Promise<AuthoriseOutcome> {
  if (told.outcome !== 'refused' || told.cause !== 'setup' || told.reference === null) return told
  const found = await findByReference(settings, told.reference, Math.max(share, 0))
  return found.outcome === 'not_found' ? unknown(told.reference, 'status 0, and not found') : found
}
