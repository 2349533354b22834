import type {
  Acquirer,
  AuthoriseOutcome,
  AuthoriseRequest,
  EndOutcome,
  FindOutcome,
} from '../../../acquirer.ts'
import { attemptDigest, pixRefundRules } from '../../pixSales.ts'
import { callCielo, type CieloSettings } from '../client.ts'
import { commonCalls, find } from '../queries/find.ts'
import { isEmptyNotFound, withQueryHost } from '../queries/queryHost.ts'
import { lettersOf } from '../saleRequest.ts'
import { unknown, ended, refused } from '../../outcomes.ts'
import { refundPix } from './refundPix.ts'
import { type PixReading, readPix, type CieloPixSettings } from './readPix.ts'

/** States and refunds differ from cards' (src/acquirer/server/cielo/README.md#15-pix). */
export function cieloPixAcquirer(given: CieloSettings, expiryS: number): Acquirer {
  const settings = { ...withQueryHost(given), expiryS }
  return {
    name: 'cielo_pix',
    offers: ['pix'],
    refundRules: pixRefundRules,
    // The payer's bank may show it.
    orderKey: attemptDigest,
    authorise: (request) => sell(settings, request),
    capture: async ({ reference }) => settled(await readAt(settings, { reference }), reference),
    void: (change) => refundPix(settings, change.reference, null),
    refund: ({ reference, ...part }) => refundPix(settings, reference, part),
    end: (reference, askedAt) => end(settings, reference, askedAt),
    find: (orderKey, askedAt) =>
      find(settings, orderKey, (reference) => findAt(settings, { reference, askedAt }, 0.25)),
    findByReference: (reference, askedAt) => findAt(settings, { reference, askedAt }),
    ...commonCalls(settings),
  }
}

async function sell(settings: CieloPixSettings, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  const { instrument, capture, payer } = request
  if (instrument.type !== 'pix' || !capture) return refused(null, null, 'instrument')
  const body = {
    MerchantOrderId: request.orderKey,
    Customer: {
      Name: lettersOf(payer.name).slice(0, 255),
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
    : readPix(settings, answer, askedAt).outcome
}

type SaleKey = { reference: string; askedAt?: Date | undefined }

/** Null when not found. */
async function readAt(settings: CieloPixSettings, sale: SaleKey, share = 1): Promise<PixReading | null> {
  const { reference, askedAt } = sale
  const path = `/1/sales/${encodeURIComponent(reference)}`
  const answer = await callCielo(settings, { method: 'GET', path, share })
  if (isEmptyNotFound(answer)) return null
  const read = readPix(settings, answer, askedAt)
  return read.outcome.outcome === 'unknown' ? { ...read, outcome: { ...read.outcome, reference } } : read
}

async function findAt(settings: CieloPixSettings, sale: SaleKey, share = 0.5): Promise<FindOutcome> {
  const read = await readAt(settings, sale, share)
  if (read) return read.outcome
  if (await settings.isVerified()) return { outcome: 'not_found' }
  return unknown(sale.reference, 'unproven query host')
}

/** Cielo cannot close a code: the portal stops showing it, and a late payment counts as paid. */
async function end(settings: CieloPixSettings, reference: string, askedAt?: Date): Promise<EndOutcome> {
  const read = await readAt(settings, { reference, askedAt })
  if (read?.outcome.outcome === 'pending') return ended(reference, 'shown_no_more')
  return settled(read, reference)
}

function settled(read: PixReading | null, reference: string): EndOutcome {
  const outcome = read?.outcome
  if (outcome?.outcome === 'approved' || outcome?.outcome === 'refused') return outcome
  return unknown(reference, `sale ${outcome?.outcome ?? 'not found'}`)
}
