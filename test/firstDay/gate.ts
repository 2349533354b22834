import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

const answer = z.object({
  code: z.string(),
  open: z.boolean(),
  message: z.optional(z.string()),
})

/** Returns a function that makes a call of docs/equipment.md; it throws for a refusal. */
export function callGate(url: string, key: string) {
  return async (call: 'entries' | 'exits', body: object) => {
    const response = await fetch(`${url}/equipment/v1/${call}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const reply: unknown = await response.json()
    if (!response.ok) throw new Error(`${call}: ${response.status} ${JSON.stringify(reply)}`)
    return z.parse(answer, reply)
  }
}
