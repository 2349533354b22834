import * as z from 'zod/mini'

/** The last payment of this device, readable at the gate without a signal: nothing else of it is kept. */
const shape = z.object({
  token: z.string(),
  ticketCode: z.string(),
  valueHuman: z.string(),
  exitDeadline: z.nullable(z.string()),
  timeZone: z.string(),
})
export type Receipt = z.output<typeof shape>

const key = 'guiche.receipt'

/** The kept receipt of the payment `token`, or null. A damaged one is none. */
export function readReceipt(token: string): Receipt | null {
  try {
    const kept = z.safeParse(shape, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return kept.success && kept.data.token === token ? kept.data : null
  } catch {
    return null
  }
}

/** Keeps the receipt; answers whether it is news. A forbidden storage is no reason to disturb anyone. */
export function keepReceipt(receipt: Receipt): boolean {
  const text = JSON.stringify(receipt)
  try {
    const isNews = localStorage.getItem(key) !== text
    localStorage.setItem(key, text)
    return isNews
  } catch {
    return true
  }
}
