import type { FindOutcome } from '../../acquirer.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { readSale, unknown } from './sale.ts'
import { orderAnswer } from './wire.ts'

/** GET /1/sales?merchantOrderId=: of several sales under one key, the one that holds money wins. */
export async function find(settings: CieloSettings, orderKey: string): Promise<FindOutcome> {
  const path = `/1/sales?merchantOrderId=${encodeURIComponent(orderKey)}`
  const answer = await callCielo(settings, { method: 'GET', path, share: 0.5 })
  if (answer.status === null) return unknown(null, answer.detail)
  if (answer.status === 404) return { outcome: 'not_found' }
  const order = answer.status === 200 ? orderAnswer.safeParse(answer.body) : null
  const hits = order?.data?.Payments ?? order?.data?.Payment
  if (!hits) return unknown(null, `HTTP ${answer.status} without sales`)
  const sales = await Promise.all(hits.map(({ PaymentId }) => findByReference(settings, PaymentId, 0.5)))
  return best(sales)
}

/** GET /1/sales/{PaymentId}. `share` is the part of the time budget that it may use. */
export async function findByReference(
  settings: CieloSettings,
  reference: string,
  share = 1,
): Promise<FindOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}`
  const answer = await callCielo(settings, { method: 'GET', path, share })
  if (answer.status === 404) return { outcome: 'not_found' }
  const outcome = readSale(settings, answer)
  // A query that is refused says nothing about the sale.
  if (outcome.outcome === 'refused' && outcome.reference === null) return unknown(reference, 'query refused')
  return outcome.outcome === 'unknown' ? { ...outcome, reference } : outcome
}

function best(sales: readonly FindOutcome[]): FindOutcome {
  const nothing: FindOutcome = { outcome: 'not_found' }
  return sales.reduce((chosen, sale) => (weight(sale) > weight(chosen) ? sale : chosen), nothing)
}

/** Money taken, money held, doubt, and only then what is certainly over. */
function weight(sale: FindOutcome): number {
  switch (sale.outcome) {
    case 'approved':
      if (sale.capturedCents > sale.voidedCents) return 6
      return sale.voidedCents === 0 ? 5 : 2
    case 'unknown':
      return 4
    case 'pending':
      return 3
    case 'refused':
      return 1
    case 'not_found':
      return 0
  }
}
