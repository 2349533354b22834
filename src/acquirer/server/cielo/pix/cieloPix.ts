import type {
  Acquirer,
  AuthoriseOutcome,
  AuthoriseRequest,
  FinalOutcome,
  FindOutcome,
} from '../../../acquirer.ts'
import { pixOrderKey, pixRefundRules } from '../../pixSales.ts'
import { callCielo, type CieloSettings } from '../client.ts'
import { sharedCalls, findByOrderKey } from '../queries/findSales.ts'
import { isEmptyNotFound, withQueryHostCheck } from '../queries/queryHost.ts'
import { onlyLetters } from '../saleRequest.ts'
import { unknownOutcome, refusedAsEnded, refused } from '../../outcomes.ts'
import { refundPixSale } from './refundPixSale.ts'
import { type PixSaleReading, readPixSale, type CieloPixSettings } from './readPixSale.ts'

/** States and refunds differ from cards' (src/acquirer/server/cielo/README.md#15-pix). */
export function cieloPixAcquirer(given: CieloSettings, expiryS: number): Acquirer {
  const settings = { ...withQueryHostCheck(given), expiryS }
  return {
    name: 'cielo_pix',
    offers: ['pix'],
    refundRules: pixRefundRules,
    // The payer's bank may show it.
    orderKey: pixOrderKey,
    authorise: (request) => createSale(settings, request),
    capture: async ({ reference }) => finalOutcome(await querySale(settings, { reference }), reference),
    void: (change) => refundPixSale(settings, change.reference, null),
    refund: ({ reference, ...part }) => refundPixSale(settings, reference, part),
    cancel: (reference, askedAt) => cancelSale(settings, reference, askedAt),
    findByOrderKey: (orderKey, askedAt) =>
      findByOrderKey(settings, orderKey, (reference) => findSale(settings, { reference, askedAt }, 0.25)),
    findByReference: (reference, askedAt) => findSale(settings, { reference, askedAt }),
    ...sharedCalls(settings),
  }
}

async function createSale(settings: CieloPixSettings, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  const { instrument, capture, payer } = request
  if (instrument.type !== 'pix' || !capture) return refused(null, null, 'instrument')
  const body = {
    MerchantOrderId: request.orderKey,
    Customer: {
      Name: onlyLetters(payer.name).slice(0, 255),
      Identity: payer.taxId,
      IdentityType: payer.taxId.length === 11 ? 'CPF' : 'CNPJ',
    },
    Payment: {
      Type: 'Pix',
      Provider: 'Cielo2',
      Amount: request.amountCents,
      QrCode: { Expiration: settings.expiryS },
    },
  }
  const askedAt = settings.clock.now()
  const answer = await callCielo(settings, { method: 'POST', path: '/1/sales/', body })
  const isNo = answer.status !== null && [400, 401, 403, 422].includes(answer.status)
  return isNo
    ? refused(null, String(answer.status), 'instrument')
    : readPixSale(settings, answer, askedAt).outcome
}

type SaleKey = { reference: string; askedAt?: Date | undefined }

/** Null when not found. */
async function querySale(
  settings: CieloPixSettings,
  sale: SaleKey,
  share = 1,
): Promise<PixSaleReading | null> {
  const { reference, askedAt } = sale
  const path = `/1/sales/${encodeURIComponent(reference)}`
  const answer = await callCielo(settings, { method: 'GET', path, timeoutShare: share })
  if (isEmptyNotFound(answer)) return null
  const read = readPixSale(settings, answer, askedAt)
  return read.outcome.outcome === 'unknown' ? { ...read, outcome: { ...read.outcome, reference } } : read
}

async function findSale(settings: CieloPixSettings, sale: SaleKey, share = 0.5): Promise<FindOutcome> {
  const read = await querySale(settings, sale, share)
  if (read) return read.outcome
  if (await settings.isQueryHostVerified()) return { outcome: 'not_found' }
  return unknownOutcome(sale.reference, 'unproven query host')
}

/** Cielo cannot close a code: the portal stops showing it, and a late payment counts as paid. */
async function cancelSale(
  settings: CieloPixSettings,
  reference: string,
  askedAt?: Date,
): Promise<FinalOutcome> {
  const read = await querySale(settings, { reference, askedAt })
  if (read?.outcome.outcome === 'pending') return refusedAsEnded(reference, 'shown_no_more')
  return finalOutcome(read, reference)
}

function finalOutcome(read: PixSaleReading | null, reference: string): FinalOutcome {
  const outcome = read?.outcome
  if (outcome?.outcome === 'approved' || outcome?.outcome === 'refused') return outcome
  return unknownOutcome(reference, `sale ${outcome?.outcome ?? 'not found'}`)
}
