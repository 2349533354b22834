import * as z from 'zod/mini'
import { codeAt } from '#staff/server/totp.ts'
import type { BrowserClient } from './clients.ts'
import { type Login, signIn } from './signIn.ts'

const anything = z.object({})
const own = z.object({ data: z.object({ open: z.array(z.object({ lot_id: z.number() })) }) })
const preview = z.object({ data: z.object({ amount: z.nullable(z.object({ value: z.number() })) }) })

export type Counter = { readonly take: (code: string) => Promise<void> }

/** The demo's supervisor with an open till in each of these lots. */
export async function openCounter(
  url: string,
  person: Login & { totp_secret: string },
  lotIds: readonly number[],
): Promise<Counter> {
  const client = await signIn(url, person)
  await client.post('/api/staff/second_factor', { code: codeAt(person.totp_secret, new Date()) }, anything)
  const { data } = await client.get('/api/staff/tills/own', own)
  for (const lotId of lotIds)
    if (!data.open.some((till) => till.lot_id === lotId))
      await client.post('/api/staff/tills', { lot_id: lotId, float: 100 }, anything)
  return { take: (code) => takeDue(client, code) }
}

/** Takes what is due in cash, with a note of R$ 50,00 where that is enough. */
async function takeDue(client: BrowserClient, code: string): Promise<void> {
  const path = `/api/staff/tickets/${code}/take`
  const { amount } = (await client.get(path, preview)).data
  if (amount === null) throw new Error(`nothing is due for ticket ${code} at the counter`)
  const body = { method: 'cash', value: amount.value, received: Math.max(50, amount.value) }
  await client.post(path, body, anything)
}
