import type {
  Acquirer,
  FindOutcome,
  NotFound,
  OrderOutcome,
  SalesOutcome,
  Unknown,
} from '../../../acquirer.ts'
import { callCielo, getSale } from '../client.ts'
import type { HttpAnswer } from '../../httpClient.ts'
import { hasValidSecret, readNotification } from './events.ts'
import { checkQueryHost, type CieloClient, isEmptyNotFound } from './queryHost.ts'
import { readSale } from '../readSale.ts'
import { trustNotFound } from '../../notFound.ts'
import { unknownOutcome } from '../../outcomes.ts'
import { orderAnswer, saleOrder } from '../wire.ts'

/** `read` queries one of the order's sales. */
export async function findByOrderKey(
  settings: CieloClient,
  orderKey: string,
  read: (reference: string) => Promise<FindOutcome>,
): Promise<FindOutcome> {
  const under = await findSales(settings, orderKey)
  if (under.outcome !== 'found') return under
  const sale = pickSale(await Promise.all(under.references.map(read)))
  return sale.outcome === 'not_found' ? unknownOutcome(null, 'order without its sale') : sale
}

/** Finds every sale of an order key: each POST with that key makes another sale. */
async function findSales(settings: CieloClient, orderKey: string): Promise<SalesOutcome> {
  const path = `/1/sales?merchantOrderId=${encodeURIComponent(orderKey)}`
  const answer = await callCielo(settings, { method: 'GET', path, timeoutShare: 0.5 })
  if (answer.status === null) return unknownOutcome(null, answer.detail)
  if (answer.status === 404) return notFound(settings, answer, null)
  const order = answer.status === 200 ? orderAnswer.safeParse(answer.body) : null
  const hits = order?.data?.Payments ?? order?.data?.Payment ?? []
  if (hits.length === 0) return unknownOutcome(null, `HTTP ${answer.status} without sales`)
  return { outcome: 'found', references: [...new Set(hits.map(({ PaymentId }) => PaymentId))] }
}

export async function findByReference(settings: CieloClient, reference: string, share = 1) {
  const answer = await getSale(settings, reference, share)
  if (answer.status === 404) return notFound(settings, answer, reference)
  const outcome = readSale(settings, answer)
  if (outcome.outcome === 'refused' && outcome.reference === null)
    return unknownOutcome(reference, 'query refused')
  return outcome.outcome === 'unknown' ? { ...outcome, reference } : outcome
}

async function findOrderKey(settings: CieloClient, reference: string): Promise<OrderOutcome> {
  const answer = await getSale(settings, reference)
  if (answer.status === 404) return notFound(settings, answer, reference)
  const sale = answer.status === 200 ? saleOrder.safeParse(answer.body) : null
  if (sale?.success) return { outcome: 'found', orderKey: sale.data.MerchantOrderId }
  return unknownOutcome(reference, `HTTP ${answer.status ?? answer.detail} without an order`)
}

/** A 404 counts only without a body and from a verified query host. */
async function notFound(
  settings: CieloClient,
  answer: HttpAnswer,
  reference: string | null,
): Promise<NotFound | Unknown> {
  if (!isEmptyNotFound(answer)) return unknownOutcome(reference, 'HTTP 404 with a body')
  return trustNotFound({ outcome: 'not_found' }, reference, settings.isQueryHostVerified)
}

/** A sale that holds money wins, then unknown, then pending; `duplicateReferences` lists the others that hold money. */
function pickSale(sales: readonly FindOutcome[]): FindOutcome {
  const nothing: FindOutcome = { outcome: 'not_found' }
  const chosen = sales.reduce((first, sale) => (weight(sale) > weight(first) ? sale : first), nothing)
  const duplicates = sales.flatMap((sale) =>
    sale !== chosen && sale.outcome === 'approved' && weight(sale) >= heldWeight ? [sale.reference] : [],
  )
  if (chosen.outcome !== 'approved' || duplicates.length === 0) return chosen
  return { ...chosen, duplicateReferences: duplicates }
}

const heldWeight = 5

const weights = { unknown: 4, pending: 3, refused: 1, not_found: 0 } as const

function weight(sale: FindOutcome): number {
  if (sale.outcome !== 'approved') return weights[sale.outcome]
  if (sale.capturedCents > sale.voidedCents) return 6
  return sale.voidedCents === 0 ? heldWeight : 2
}

export function sharedCalls(settings: CieloClient) {
  return {
    findOrderKey: (reference) => findOrderKey(settings, reference),
    findSales: (orderKey) => findSales(settings, orderKey),
    checkQueries: () => checkQueryHost(settings),
    forgetCard: async () => 'not_offered',
    hasValidSecret: (sent) => hasValidSecret(settings, sent),
    readNotification: (notification) => readNotification(settings, notification),
  } satisfies Partial<Acquirer>
}
