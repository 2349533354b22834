import * as z from 'zod/mini'
import type { FindOutcome } from '../../acquirer.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { readSale, unknown } from './sale.ts'

const hits = z.nullish(z.array(z.looseObject({ PaymentId: z.string() })))
/** The manual shows `Payment`, its sister API `Payments` (acquirer.md 1.7). */
const found = z.looseObject({ Payment: hits, Payments: hits })

/** GET /1/sales?merchantOrderId=: of several sales under one key, the one that holds money wins. */
export async function find(settings: CieloSettings, orderKey: string): Promise<FindOutcome> {
  const path = `/1/sales?merchantOrderId=${encodeURIComponent(orderKey)}`
  const answer = await callCielo(settings, { method: 'GET', path })
  if (answer.status === 404) return { outcome: 'not_found' }
  if (answer.status !== 200) return unknown(null, `find answered ${answer.status ?? answer.detail}`)
  const parsed = found.safeParse(answer.body)
  if (!parsed.success) return unknown(null, 'find answered something unreadable')
  const references = (parsed.data.Payment ?? parsed.data.Payments ?? []).map((hit) => hit.PaymentId)
  if (references.length === 0) return { outcome: 'not_found' }
  return best(await Promise.all(references.map((reference) => findByReference(settings, reference))))
}

/** GET /1/sales/{PaymentId}. */
export async function findByReference(settings: CieloSettings, reference: string): Promise<FindOutcome> {
  const answer = await callCielo(settings, { method: 'GET', path: `/1/sales/${encodeURIComponent(reference)}` })
  if (answer.status === 404) return { outcome: 'not_found' }
  const outcome = readSale(answer)
  // A query that is refused says nothing about the sale.
  if (outcome.outcome === 'refused' && outcome.reference === null) return unknown(reference, 'query refused')
  return outcome.outcome === 'unknown' ? { ...outcome, reference } : outcome
}

const weight = { approved: 4, challenge: 3, unknown: 2, refused: 1, not_found: 0 } as const

function best(outcomes: FindOutcome[]): FindOutcome {
  const holds = (outcome: FindOutcome) =>
    outcome.outcome === 'approved' && outcome.voidedCents < outcome.amountCents ? 5 : weight[outcome.outcome]
  return outcomes.reduce((chosen, outcome) => (holds(outcome) > holds(chosen) ? outcome : chosen))
}
