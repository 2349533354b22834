import type {
  Acquirer,
  AuthoriseOutcome,
  AuthoriseRequest,
  FinalOutcome,
  FindOutcome,
} from '../../../acquirer.ts'
import { pixOrderKey, pixRefundRules } from '../../pixSales.ts'
import { callCielo, getSale, type CieloSettings } from '../client.ts'
import { sharedCalls, findByOrderKey } from '../queries/findSales.ts'
import { isEmptyNotFound, withQueryHostCheck } from '../queries/queryHost.ts'
import { onlyLetters } from '../saleRequest.ts'
import { trustNotFound } from '../../notFound.ts'
import { asFinalOutcome, refusedAsEnded, refused } from '../../outcomes.ts'
import { refundPixSale } from './refundPixSale.ts'
import { readPixSale, type CieloPixSettings } from './readPixSale.ts'

/** States and refunds differ from cards' (src/acquirer/server/cielo/README.md#15-pix). */
export function cieloPixAcquirer(given: CieloSettings, expiryS: number): Acquirer {
  const settings = { ...withQueryHostCheck(given), expiryS }
  return {
    name: 'cielo_pix',
    title: 'Pix da Cielo',
    offers: ['pix'],
    refundRules: pixRefundRules,
    // The payer's bank may show the order key, so the key does not contain the payment's token.
    orderKey: pixOrderKey,
    authorise: (request) => createSale(settings, request),
    capture: async ({ reference }) => asFinalOutcome(await querySale(settings, { reference }), reference),
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

async function querySale(settings: CieloPixSettings, sale: SaleKey, share = 1): Promise<FindOutcome> {
  const { reference, askedAt } = sale
  const answer = await getSale(settings, reference, share)
  if (isEmptyNotFound(answer)) return { outcome: 'not_found' }
  const { outcome } = readPixSale(settings, answer, askedAt)
  return outcome.outcome === 'unknown' ? { ...outcome, reference } : outcome
}

async function findSale(settings: CieloPixSettings, sale: SaleKey, share = 0.5): Promise<FindOutcome> {
  const outcome = await querySale(settings, sale, share)
  return trustNotFound(outcome, sale.reference, settings.isQueryHostVerified)
}

/** Cielo cannot close a code: the portal stops showing it, and a late payment counts as paid. */
async function cancelSale(
  settings: CieloPixSettings,
  reference: string,
  askedAt?: Date,
): Promise<FinalOutcome> {
  const outcome = await querySale(settings, { reference, askedAt })
  if (outcome.outcome === 'pending') return refusedAsEnded(reference, 'shown_no_more')
  return asFinalOutcome(outcome, reference)
}
