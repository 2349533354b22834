import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at, PortalClient } from '../support/client.ts'
import { address, cardBody, cardEndingIn, payer } from '../support/flow.ts'

/** What the drivers met: how often each status, the longest call, and what was paid. 0 is no answer at all. */
export type Met = {
  byStatus: Map<number, number>
  longestMs: number
  paid: number
  /** Purchases that were still not told to be paid when their driver gave up. */
  left: number
  /** Calls that were answered 500, by their route. */
  unforeseen: string[]
}

/** A driver presses the button again for so long. */
const patienceMs = 90_000

type Street = { url: string; deviceKey: string; met: Met; stop: AbortSignal }

export function nothingMet(): Met {
  return { byStatus: new Map(), longestMs: 0, paid: 0, left: 0, unforeseen: [] }
}

/** Buys ticket after ticket until told to stop; the purchase under way is ended first. */
export async function buy(street: Street): Promise<void> {
  while (!street.stop.aborted) {
    try {
      await buyOne(street)
      street.met.paid += 1
    } catch {
      street.met.left += 1
    }
  }
}

async function buyOne({ url, deviceKey, met }: Street): Promise<void> {
  const until = performance.now() + patienceMs
  const client = new PortalClient(url)
  const key = randomUUID()
  const entry = { lot_id: 1, gate: 'E1', entered_at: new Date(Date.now() - 130 * 60_000).toISOString() }
  const send = (method: string, path: string, sent: Parameters<PortalClient['send']>[2]) =>
    timed(met, path, () => client.send(method, path, sent))
  const again = async (call: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await call()
      if (answer.status >= 200 && answer.status < 300) return answer
      if (performance.now() > until) throw new Error(`answered ${answer.status}`)
      // Cookies of a session that a lost answer began elsewhere.
      if (answer.status === 419) await send('GET', '/sanctum/csrf-cookie', {})
      await wait(300)
    }
  }
  const post = (path: string, body: object) => again(() => send('POST', path, { body }))

  const headers = { authorization: `Bearer ${deviceKey}`, 'idempotency-key': key }
  const entered = await again(() =>
    send('POST', '/equipment/v1/entries', { body: entry, bare: true, headers }),
  )
  const ticket_code = at(entered.body, 'code')
  await again(() => send('GET', '/sanctum/csrf-cookie', {}))
  const read = await post('/api/tk_ticket/read', { code: ticket_code })
  // A database that crashed has forgotten what was typed (docs/decisions/0021-what-guests-type.md): the page asks for it again.
  const type = async () => {
    await post('/api/account/set_account', payer)
    await post('/api/account/set_address', address)
  }
  await type()
  const created = await post('/api/tk_ticket/createTransaction', {
    payment_type: 1,
    pm_person_paymethod_id: null,
    ticket_code,
    ticket_value: at(read.body, 'data.ticket.value'),
  })
  const path = `/api/pm_transaction/${String(at(created.body, 'data.ws_token'))}`
  for (;;) {
    const paying = await send('POST', `${path}/pay`, { body: cardBody(cardEndingIn(1)) })
    if (at(paying.body, 'code') === 'payer_missing') await type()
    if (performance.now() > until) throw new Error('not paid')
    for (;;) {
      const told = await again(() => send('GET', path, {}))
      const state = at(told.body, 'data.state')
      if (state === 'captured') return
      if (state === 'created') break
      if (performance.now() > until) throw new Error(`left ${String(state)}`)
      await wait(500)
    }
  }
}

async function timed(met: Met, path: string, call: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now()
  const answer = await call().catch(() => ({ status: 0, body: '', headers: new Headers() }))
  met.longestMs = Math.max(met.longestMs, performance.now() - from)
  met.byStatus.set(answer.status, (met.byStatus.get(answer.status) ?? 0) + 1)
  if (answer.status === 500) met.unforeseen.push(path.replace(/[A-Za-z0-9_-]{20,}/, ':token'))
  return answer
}
