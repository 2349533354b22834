// @module-tag deep
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { type Answer, at } from '#test/support/client.ts'
import { cardBody, cardEndingIn, openTransaction } from '#test/support/flow.ts'
import { RetryingClient } from '#test/support/instances/retryingClient.ts'
import { brokenInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** Sessions are terminated and statements cancelled at random while sixteen people pay. */
const portal = portalOfFile({
  // Which refusals occur is random.
  byChance: true,
  polls: true,
  databaseThrough: async (url) => {
    admin = new pg.Client(url)
    await admin.connect()
    return url
  },
})
let admin: pg.Client
afterAll(() => admin.end())

const lastingMs = 8_000
const unexpected: Answer[] = []
const shownPaid: string[] = []

async function enteredTicket(): Promise<string> {
  for (;;) {
    const code = await portal.openTicket(130).catch(() => '')
    // The code of a refusal has no digits.
    if (/^\d{13}$/.test(code)) return code
  }
}

/** Buys one ticket after the other, with up to three tries each, the first often with a card that is refused. */
async function buy(driver: number, until: number): Promise<void> {
  for (let nth = 0; performance.now() < until; nth += 1) {
    const client = new RetryingClient(portal.url, `10.0.${driver}.${nth % 250}`, {
      until: until + 20_000,
      pauseMs: 20,
      record: (_, answer) => {
        if (answer.status === 500 || answer.status === 0) unexpected.push(answer)
      },
    })
    const token = await openTransaction(client, await enteredTicket())
    for (const ending of [nth % 4 === 0 ? 2 : 1, 1, 1]) {
      const card = cardBody(cardEndingIn(ending, (driver * 29 + nth) % 450))
      const paid = await client.sendOnce('POST', `/api/pm_transaction/${token}/pay`, { body: card })
      if (at(paid.body, 'data.ok') !== true) continue
      shownPaid.push(token)
      break
    }
  }
}

async function endSessions(until: number): Promise<void> {
  for (let nth = 0; performance.now() < until; nth += 1) {
    await admin.query(`select ${nth % 3 === 0 ? 'pg_terminate_backend' : 'pg_cancel_backend'}(pid) from (
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' order by random() limit 1) as one`)
    await wait(Math.random() * 20)
  }
}

it('database sessions terminated at random during payments: no ticket is paid twice, all captures are booked, and each payment has its receipt', async () => {
  const until = performance.now() + lastingMs
  await Promise.all([endSessions(until), ...Array.from({ length: 16 }, (_, driver) => buy(driver, until))])
  // No session was returned to the pool within a transaction.
  const open = `select state, query from pg_stat_activity where datname = current_database() and state like 'idle in%'`
  expect((await admin.query(open)).rows).toEqual([])
  for (let round = 0; round < 8; round += 1) {
    portal.clock.forward(5)
    await portal.expireLeases()
    await portal.sweep()
    await portal.runJobs()
  }
  expect(unexpected).toEqual([])
  expect(await brokenInvariants(portal)).toEqual({})
  const captured = await portal.db
    .selectFrom('payment')
    .select('token')
    .where('state', '=', 'captured')
    .execute()
  expect(shownPaid.filter((token) => !captured.some((one) => one.token === token))).toEqual([])
  const mailed = await admin.query(`select count(*)::int as n from mail where unique_key like 'receipt-%'`)
  expect(mailed.rows).toEqual([{ n: captured.length }])
  expect(captured.length).toBeGreaterThan(0)
})
