// @module-tag deep
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, at, type PortalClient, textAt } from '#test/support/client.ts'
import { address, cardBody, cardEndingIn, payer } from '#test/support/flow.ts'
import { brokenInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** Somebody ends sessions and cancels statements at any instant while sixteen people pay. */
let portal: TestPortal
let admin: pg.Client
beforeAll(async () => {
  portal = await startPortal({
    // Who is refused comes again, and the refusals are chance's.
    byChance: true,
    polls: true,
    databaseThrough: async (url) => {
      admin = new pg.Client(url)
      await admin.connect()
      return url
    },
  })
})
afterAll(async () => {
  await admin.end()
  await portal.close()
})

const lastingMs = 8_000
const unforeseen: Answer[] = []
const toldPaid: string[] = []

/** Asks until it is answered. */
async function again(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 500; tries += 1) {
    const answer = await call()
    if (answer.status === 500) unforeseen.push(answer)
    if (answer.status < 300) return answer
    await wait(20)
  }
  throw new Error('never answered')
}

async function entered(): Promise<string> {
  for (;;) {
    const code = await portal.openTicket(130).catch(() => '')
    // What a gate is refused has a code, too.
    if (/^\d{13}$/.test(code)) return code
  }
}

async function openedBy(client: PortalClient): Promise<string> {
  const ticket_code = await entered()
  await again(() => client.get('/sanctum/csrf-cookie'))
  const read = await again(() => client.post('/api/tk_ticket/read', { code: ticket_code }))
  await again(() => client.post('/api/account/set_account', payer))
  await again(() => client.post('/api/account/set_address', address))
  const ticket_value = at(read.body, 'data.ticket.value')
  const bill = { payment_type: 1, pm_person_paymethod_id: null, ticket_code, ticket_value }
  const opened = await again(() => client.post('/api/tk_ticket/createTransaction', bill))
  return textAt(opened.body, 'data.ws_token')
}

/** One purchase after the other; each is pressed three times at most, the first time often with a card that is refused. */
async function buy(driver: number, until: number): Promise<void> {
  for (let nth = 0; performance.now() < until; nth += 1) {
    const client = portal.client(`10.0.${driver}.${nth % 250}`)
    const token = await openedBy(client)
    for (const ending of [nth % 4 === 0 ? 2 : 1, 1, 1]) {
      const card = cardBody(cardEndingIn(ending, (driver * 29 + nth) % 450))
      const paid = await client.post(`/api/pm_transaction/${token}/pay`, card)
      if (paid.status === 500) unforeseen.push(paid)
      if (at(paid.body, 'data.ok') !== true) continue
      toldPaid.push(token)
      break
    }
  }
}

async function trouble(until: number): Promise<void> {
  for (let nth = 0; performance.now() < until; nth += 1) {
    await admin.query(`select ${nth % 3 === 0 ? 'pg_terminate_backend' : 'pg_cancel_backend'}(pid) from (
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' order by random() limit 1) as one`)
    await wait(Math.random() * 20)
  }
}

it('database sessions terminated at random during payments: no ticket is paid twice, all captures are booked, and each payment has its receipt', async () => {
  const until = performance.now() + lastingMs
  await Promise.all([trouble(until), ...Array.from({ length: 16 }, (_, driver) => buy(driver, until))])
  // No session was given back within a transaction.
  const open = `select state, query from pg_stat_activity where datname = current_database() and state like 'idle in%'`
  expect((await admin.query(open)).rows).toEqual([])
  for (let round = 0; round < 8; round += 1) {
    portal.clock.forward(5)
    await portal.endLeases()
    await portal.sweep()
    await portal.runJobs()
  }
  expect(unforeseen).toEqual([])
  expect(await brokenInvariants(portal)).toEqual({})
  const captured = await portal.db
    .selectFrom('payment')
    .select('token')
    .where('state', '=', 'captured')
    .execute()
  expect(toldPaid.filter((token) => !captured.some((one) => one.token === token))).toEqual([])
  const mailed = await admin.query(`select count(*)::int as n from mail where unique_key like 'receipt-%'`)
  expect(mailed.rows).toEqual([{ n: captured.length }])
  expect(captured.length).toBeGreaterThan(0)
})
