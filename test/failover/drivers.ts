import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../support/client.ts'
import { address, cardBody, cardEndingIn, openTransaction, payer } from '../support/flow.ts'
import { RetryingClient } from '../support/instances/retryingClient.ts'

/** Answers by status (0 is no answer), the longest call, and purchases. */
export type Results = {
  byStatus: Map<number, number>
  longestMs: number
  paid: number
  /** Purchases that were not paid when their driver gave up. */
  givenUp: number
  /** Calls that were answered 500, by their route. */
  unexpected: string[]
}

/** A driver gives up after so long. */
const limitMs = 90_000

type Target = { url: string; deviceKey: string; results: Results; stop: AbortSignal }

export function noResults(): Results {
  return { byStatus: new Map(), longestMs: 0, paid: 0, givenUp: 0, unexpected: [] }
}

/** Buys ticket after ticket until `stop`; the last purchase is completed. */
export async function buy(target: Target): Promise<void> {
  while (!target.stop.aborted) {
    try {
      await buyOne(target)
      target.results.paid += 1
    } catch {
      target.results.givenUp += 1
    }
  }
}

async function buyOne({ url, deviceKey, results }: Target): Promise<void> {
  const until = performance.now() + limitMs
  const client = new RetryingClient(url, null, {
    until,
    pauseMs: 300,
    record: (path, { status }, ms) => {
      results.longestMs = Math.max(results.longestMs, ms)
      results.byStatus.set(status, (results.byStatus.get(status) ?? 0) + 1)
      if (status === 500) results.unexpected.push(path.replace(/[A-Za-z0-9_-]{20,}/, ':token'))
    },
  })
  const headers = { authorization: `Bearer ${deviceKey}`, 'idempotency-key': randomUUID() }
  const body = { lot_id: 1, gate: 'E1', entered_at: new Date(Date.now() - 130 * 60_000).toISOString() }
  const entered = await client.send('POST', '/equipment/v1/entries', { body, bare: true, headers })
  const path = `/api/pm_transaction/${await openTransaction(client, String(at(entered.body, 'code')))}`
  for (;;) {
    const paying = await client.sendOnce('POST', `${path}/pay`, { body: cardBody(cardEndingIn(1)) })
    // A database that crashed loses what guests typed (docs/decisions/0021-what-guests-type.md): the page asks again.
    if (at(paying.body, 'code') === 'payer_missing') {
      await client.post('/api/account/set_account', payer)
      await client.post('/api/account/set_address', address)
    }
    if (performance.now() > until) throw new Error('not paid')
    for (;;) {
      const state = at((await client.get(path)).body, 'data.state')
      if (state === 'captured') return
      if (state === 'created') break
      if (performance.now() > until) throw new Error(`left ${String(state)}`)
      await wait(500)
    }
  }
}
