import * as z from 'zod/mini'
import { lookUp } from '#kit/text/lookUp.ts'

/** A payment of this device, readable at the gate without a signal: nothing else of it is kept. */
const shape = z.object({
  token: z.string(),
  ticketCode: z.string(),
  valueHuman: z.string(),
  exitDeadline: z.nullable(z.string()),
  timeZone: z.string(),
})
export type Receipt = z.output<typeof shape>

const kept = z.record(z.string(), z.object({ receipt: shape, until: z.number() }))
type Kept = z.output<typeof kept>

const key = 'guiche.receipts'
const keptMs = 24 * 3_600_000
const keptAtMost = 10

/** The kept receipt of the payment `token`, or null: who has not the token in the address reads none. */
export function readReceipt(token: string): Receipt | null {
  return lookUp(readKept(), token)?.receipt ?? null
}

/**
 * Keeps the receipt for a day beside those of other payments; answers whether it is news. A forbidden storage is no
 * reason to disturb anyone.
 */
export function keepReceipt(receipt: Receipt): boolean {
  const before = readKept()
  const isNews = JSON.stringify(lookUp(before, receipt.token)?.receipt) !== JSON.stringify(receipt)
  const others = Object.entries(before).filter(([token]) => token !== receipt.token)
  const now = [...others, [receipt.token, { receipt, until: Date.now() + keptMs }] as const]
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(now.slice(-keptAtMost))))
    return isNews
  } catch {
    return true
  }
}

/** Those whose day is not over. Damaged ones are none. */
function readKept(): Kept {
  try {
    const found = z.safeParse(kept, JSON.parse(localStorage.getItem(key) ?? '{}'))
    const living = Object.entries(found.data ?? {}).filter(([, { until }]) => until > Date.now())
    return Object.fromEntries(living)
  } catch {
    return {}
  }
}
