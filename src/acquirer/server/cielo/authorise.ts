import { cardBrands } from '../../brands.ts'
import type { AuthoriseOutcome, AuthoriseRequest, RefusalCause } from '../../acquirer.ts'
import { callCielo } from './client.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { readSale } from './sale.ts'
import { unknown } from '../outcomes.ts'
import { saleRequest } from './saleRequest.ts'

/**
 * POST /1/sales (src/acquirer/server/cielo/README.md#3-a-sale). Does not retry: `find` settles an `unknown`.
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
  // Cielo denies debit without an authentication (014).
  if (instrument.kind === 'debit' && request.authentication === null) return refuse('authentication')
  const body = saleRequest({ ...sale, card: instrument }, settings.softDescriptor)
  const path = '/1/sales/'
  const began = performance.now()
  const first = readSale(settings, await callCielo(settings, { method: 'POST', path, body }))
  const outcome = await confirmSetupError(
    settings,
    first,
    1 - (performance.now() - began) / settings.timeoutMs,
  )
  const lacksCode = instrument.type === 'saved_card' && (instrument.cvv ?? '') === ''
  if (outcome.outcome !== 'refused' || outcome.cause !== 'cvv' || !lacksCode) return outcome
  return { ...outcome, cause: 'cvv_missing' }
}

/** A setup error at Status 0 stays so or was sold all the same: one query decides. */
async function confirmSetupError(
  settings: CieloQueries,
  first: AuthoriseOutcome,
  share: number,
): Promise<AuthoriseOutcome> {
  if (first.outcome !== 'refused' || first.cause !== 'setup' || first.reference === null) return first
  const found = await findByReference(settings, first.reference, Math.max(share, 0))
  return found.outcome === 'not_found' ? unknown(first.reference, 'status 0, and not found') : found
}
