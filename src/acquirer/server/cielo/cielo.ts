import type {
  Acquirer,
  ChangeOutcome,
  FinalOutcome,
  PostponedChange,
  AuthoriseOutcome,
  AuthoriseRequest,
  RefundRules,
  RefusalCause,
} from '../../acquirer.ts'
import {
  requestCapture,
  requestVoid,
  voidAcknowledged,
  voidMeaning,
  startOfNextCieloDay,
} from './changeSale.ts'
import { type CieloSettings, callCielo } from './client.ts'
import { sharedCalls, findByOrderKey, findByReference } from './queries/findSales.ts'
import { type CieloClient, withQueryHostCheck } from './queries/queryHost.ts'
import { brandRow, cardBrands } from '../../brands.ts'
import type { RefundFailureCause } from '../../refundFailures.ts'
import { readSale } from './readSale.ts'
import { asFinalOutcome, refused, unknownOutcome } from '../outcomes.ts'
import { saleRequest } from './saleRequest.ts'

export function cieloAcquirer(given: CieloSettings): Acquirer {
  const settings = withQueryHostCheck(given)
  return {
    name: 'cielo',
    title: 'Cielo',
    offers: given.sellsDebit ? ['credit', 'debit'] : ['credit'],
    refundRules: cieloRefundRules,
    // MerchantOrderId: letters and digits, 50 at most.
    orderKey: ({ token, n }) => `${token}A${n}`,
    authorise: (request) => authorise(settings, request),
    capture: ({ reference, amountCents }) => capture(settings, reference, amountCents),
    void: ({ reference, refundedCents }) => voidSale(settings, reference, refundedCents),
    refund: (change) => refund(settings, change),
    cancel: async (reference) => asFinalOutcome(await voidSale(settings, reference), reference),
    findByOrderKey: (orderKey) =>
      findByOrderKey(settings, orderKey, (one) => findByReference(settings, one, 0.5)),
    findByReference: (reference) => findByReference(settings, reference),
    ...sharedCalls(settings),
  }
}

/** Once per sale (src/acquirer/server/cielo/README.md#4-capture). */
function capture(settings: CieloClient, reference: string, amountCents: number): Promise<FinalOutcome> {
  return requestCapture(settings, reference, {
    operation: `capture?amount=${amountCents}`,
    isDone: (sale) => sale.capturedCents === amountCents,
    askedCents: () => amountCents,
    shownCents: (sale) => (sale.isCaptureAmountMissing ? 0 : sale.capturedCents),
    withChange: (sale) => ({ ...sale, capturedCents: amountCents, isCaptureAmountMissing: false }),
    acknowledged: { statuses: [2], codes: ['0', '00', '6'] },
  })
}

/** src/acquirer/server/cielo/README.md#5-void */
function voidSale(settings: CieloClient, reference: string, refundedCents = 0): Promise<ChangeOutcome> {
  return requestVoid(settings, reference, {
    operation: 'void',
    isDone: ({ amountCents, capturedCents, voidedCents }) => voidedCents >= (capturedCents || amountCents),
    askedCents: ({ amountCents, capturedCents }) => (capturedCents || amountCents) - refundedCents,
    shownCents: ({ voidedCents }) => voidedCents - refundedCents,
    withChange: (sale) => ({ ...sale, voidedCents: sale.capturedCents || sale.amountCents }),
    acknowledged: { ...voidAcknowledged, statuses: [10, 11] },
  })
}

/** src/acquirer/server/cielo/README.md#5-void */
const creditRefundDays = 330

export const cieloRefundRules: RefundRules = {
  terms: ({ method, brand, soldAt }) => ({
    days: (method === 'debit' ? brandRow(brand)?.debitReturnDays : undefined) ?? creditRefundDays,
    parts: method === 'debit' ? 'once' : 'any',
    partsFrom: startOfNextCieloDay(soldAt),
  }),
  causeOf: refundFailureCause,
}

function refundFailureCause(code: string | null): RefundFailureCause {
  if (code === '309' || code === '108') return 'rest'
  const meaning = code === null ? 'never' : voidMeaning(code)
  if (meaning === 'no_balance') return 'balance'
  return meaning === 'over' ? 'over' : 'never'
}

/**
 * Cielo adds up repeated refunds (src/acquirer/server/cielo/README.md#5-void), so nothing is sent while the sale
 * does not show the earlier ones.
 */
async function refund(
  settings: CieloClient,
  { reference, amountCents, refundedCents = 0, isRepeat = false }: Parameters<Acquirer['refund']>[0],
): Promise<ChangeOutcome> {
  const half = { ...settings, timeoutMs: settings.timeoutMs / 2 }
  const before = await findByReference(half, reference)
  if (before.outcome === 'refused') return before
  const notAsked: PostponedChange = { outcome: 'later', notBefore: settings.clock.now() }
  if (before.outcome !== 'approved') return notAsked
  // A full refund would have changed the status.
  const mayBeDone = isRepeat && refundedCents + amountCents < before.capturedCents
  if (before.isVoidAmountMissing && (refundedCents > 0 || mayBeDone)) return notAsked
  // Cielo would reduce a larger amount to the rest.
  if (amountCents > before.capturedCents - before.voidedCents) return refused(reference, '309', 'amount')
  const target = before.voidedCents + amountCents
  return requestVoid(half, reference, {
    operation: `void?amount=${amountCents}`,
    before,
    isDone: (sale) => sale.voidedCents >= target,
    askedCents: () => amountCents,
    shownCents: (sale) => sale.voidedCents - before.voidedCents,
    withChange: (sale) => ({ ...sale, voidedCents: target, isVoidAmountMissing: false }),
    acknowledged: voidAcknowledged,
  })
}

/**
 * POST /1/sales (src/acquirer/server/cielo/README.md#3-a-sale). Does not retry: `findByOrderKey` settles an `unknown`.
 */
async function authorise(settings: CieloClient, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  const { instrument, ...sale } = request
  const refuse = (cause: RefusalCause) => refused(null, null, cause)
  if (!('kind' in instrument)) return refuse('instrument')
  if (instrument.kind === 'debit' && !cardBrands[instrument.brand].takesDebit) return refuse('use_credit')
  // Cielo denies debit without an authentication (014).
  if (instrument.kind === 'debit' && request.authentication === null) return refuse('authentication')
  const body = saleRequest({ ...sale, card: instrument }, settings.softDescriptor)
  const path = '/1/sales/'
  const began = performance.now()
  const first = readSale(settings, await callCielo(settings, { method: 'POST', path, body }))
  const leftShare = 1 - (performance.now() - began) / settings.timeoutMs
  const outcome = await confirmSetupError(settings, first, leftShare)
  const lacksCode = instrument.type === 'saved_card' && (instrument.cvv ?? '') === ''
  if (outcome.outcome !== 'refused' || outcome.cause !== 'cvv' || !lacksCode) return outcome
  return { ...outcome, cause: 'cvv_missing' }
}

/** A sale with a setup error may have been made all the same: one query decides. */
async function confirmSetupError(
  settings: CieloClient,
  first: AuthoriseOutcome,
  share: number,
): Promise<AuthoriseOutcome> {
  if (first.outcome !== 'refused' || first.cause !== 'setup' || first.reference === null) return first
  const found = await findByReference(settings, first.reference, Math.max(share, 0))
  return found.outcome === 'not_found' ? unknownOutcome(first.reference, 'status 0, and not found') : found
}
