import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { atTheBank } from '#test/support/bank.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { withDatabase } from '#test/support/instances/database.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { logIn, mailsTo, whoIs } from '#test/support/people.ts'
import { filledDatabase, startOnFilled, scenario } from './filled.ts'

const { jobs: kinds } = z.parse(
  z.object({ jobs: z.array(z.string()) }),
  JSON.parse(readFileSync(new URL('./release.json', import.meta.url), 'utf8')),
)

let portal: Awaited<ReturnType<typeof startOnFilled>>
let before: { waiting: string[]; attempts: number; cards: number }
beforeAll(async () => {
  const databaseUrl = await filledDatabase()
  before = await countedIn(databaseUrl)
  portal = await startOnFilled(databaseUrl)
})
afterAll(() => portal.close())

const countedIn = (databaseUrl: string) =>
  withDatabase({ databaseUrl, dataDir: null }, async (db) => {
    const waiting = await db
      .selectFrom('job')
      .select('kind')
      .distinct()
      .where('done_at', 'is', null)
      .execute()
    const count = async (table: 'attempt' | 'saved_card') =>
      (await db.selectFrom(table).select('id').execute()).length
    return {
      waiting: waiting.map(({ kind }) => kind).sort(),
      attempts: await count('attempt'),
      cards: await count('saved_card'),
    }
  })

const stateOf = async (token: string) =>
  (await portal.db.selectFrom('payment').select('state').where('token', '=', token).executeTakeFirstOrThrow())
    .state
const salesOf = async (token: string) =>
  (await portal.simulator.ledger())
    .filter(({ order_id }) => order_id.startsWith(token))
    .map(({ captured, voided }) => [captured, voided])
const { maria } = scenario

describe('a database of the previous release, migrated to this one', () => {
  it('keeps its rows, all of them with the acquirer of the previous release', async () => {
    const named = async (table: 'attempt' | 'saved_card' | 'acquirer_event') =>
      (
        await sql<{ acquirer: string; n: number }>`
          select acquirer, count(*)::int as n from ${sql.table(table)} group by 1`.execute(portal.db)
      ).rows
    expect(await named('attempt')).toEqual([{ acquirer: 'cielo', n: before.attempts }])
    expect(await named('saved_card')).toEqual([{ acquirer: 'cielo', n: before.cards }])
    expect(await named('acquirer_event')).toEqual([{ acquirer: 'cielo', n: 1 }])
  })

  it('has a waiting job of every kind, and all of them run', async () => {
    expect(before.waiting).toEqual(kinds)
    await portal.runJobs()
    const left = await portal.db
      .selectFrom('job')
      .select(['kind', 'last_error'])
      .where('done_at', 'is', null)
      // A refund is queried once more the next day.
      .where('run_at', '<=', portal.clock.now())
      .execute()
    expect(left).toEqual([])
    expect(await stateOf(scenario.back.token)).toBe('partly_refunded')
    expect(await salesOf(scenario.back.token)).toEqual([[700, 300]])
    expect(await stateOf(scenario.late.token)).toBe('refunded')
    expect(await salesOf(scenario.late.token)).toEqual([[700, 700]])
    expect(await stateOf(scenario.noShow.token)).toBe('captured')
    expect(await salesOf(scenario.noShow.token)).toEqual([[1500, 0]])
    expect(await mailsTo(portal, maria.email)).toContain('Crie uma nova senha')
  })

  it('settles sales with a lost answer by their order keys', async () => {
    portal.clock.forward(1)
    await portal.sweep()
    expect(await stateOf(scenario.unknown.token)).toBe('captured')
    expect(await salesOf(scenario.unknown.token)).toEqual([[700, 0]])
    await portal.expireLeases()
    portal.clock.forward(1)
    await portal.sweep()
    expect(await stateOf(scenario.lost.token)).toBe('created')
  })

  it('refunds a payment of the previous release at the acquirer that captured it', async () => {
    const manager = portal.browser(scenario.manager)
    const asked = { value: 7, kept: 7, reason: 'Cobrança indevida' }
    const path = `/api/staff/transactions/${scenario.paid.token}/refund`
    expect(at(must(await manager.post(path, asked)).body, 'data.state')).toBe('refunded')
    expect(await salesOf(scenario.paid.token)).toEqual([[700, 700]])
    const rest = { ...asked, value: 5, kept: 5 }
    const partly = await manager.post(`/api/staff/transactions/${scenario.partly.token}/refund`, rest)
    expect(at(must(partly).body, 'data.state')).toBe('refunded')
  })
})

describe('sessions, links and keys issued by the previous release', () => {
  it('an open authentication returns from the bank, and the payment is captured', async () => {
    const page = `${portal.simulator.url}${scenario.waiting.bank}`
    expect(await atTheBank(portal, page, 'authenticated')).toBe(`/#/payment/${scenario.waiting.token}/done`)
    expect(await stateOf(scenario.waiting.token)).toBe('captured')
  })

  it('another open authentication is cancelled, here and at the acquirer', async () => {
    const client = portal.browser(scenario.cancelling.cookies)
    const path = `/api/pm_transaction/${scenario.cancelling.token}`
    const seen = must(await client.get(path))
    expect(seen.body).toMatchObject({
      data: {
        state: 'awaiting_cardholder',
        reason: 'Confirme o pagamento na página do seu banco.',
        attempt: { authUrl: expect.stringContaining('/CardAuthenticator/') },
      },
    })
    expect(at(must(await client.post(`${path}/cancelPayment`)).body, 'data.state')).toBe('cancelled')
    expect(await salesOf(scenario.cancelling.token)).toEqual([[0, 0]])
  })

  it('a guest’s session cookie pays an open and a refused payment', async () => {
    for (const { cookies, token } of [scenario.open, scenario.refused]) {
      const paid = must(await pay(portal.browser(cookies), token, cardEndingIn(1)))
      expect(at(paid.body, 'data.ok')).toBe(true)
    }
  })

  it('a customer’s session cookie gives access to receipt, saved card and reservation', async () => {
    const client = portal.browser(maria.cookies)
    expect(await whoIs(client)).toMatchObject({ name: maria.name })
    expect((await client.get(`/api/me/pm_transaction/${maria.receipt}/receipt`)).status).toBe(200)
    const token = await openTransaction(client, await portal.openTicket(130))
    const card = { isNewCard: false, payMethod_token: maria.savedCard }
    const charged = must(await client.post(`/api/pm_transaction/${token}/pay`, card))
    expect(at(charged.body, 'data.ok')).toBe(true)
    const cancelled = must(await client.post(`/api/pm_transaction/${maria.reserve}/reserveCancel`))
    expect(at(cancelled.body, 'data.value')).toBe(15)
    expect(await salesOf(maria.reserve)).toEqual([[1500, 0]])
  })

  it('a device token signs in', async () => {
    const phone = portal.client()
    const answer = must(await phone.post('/auth/device', { login_token: scenario.deviceToken }))
    expect(answer.body).toMatchObject({ logged: true })
    expect(await whoIs(phone)).toMatchObject({ name: maria.name })
  })

  it('a mailed recovery link sets a new password', async () => {
    const { email, token } = scenario.recovery
    const password = 'senha-nova'
    must(await portal.client().post('/api/access/recover_token', { token, password }))
    expect((await logIn(portal.client(), { email, password })).status).toBe(200)
  })

  it('a gate’s device key and the acquirer’s webhook address are accepted', async () => {
    const entered = await portal.gate(scenario.gateKey).entry({
      lot_id: 1,
      gate: 'E1',
      entered_at: portal.clock.now().toISOString(),
    })
    expect(textAt(entered.body, 'code')).toMatch(/^\d{13}$/)
    const news = { PaymentId: '24bc8366-fc31-4d6c-8555-17049a836a07', ChangeType: 1 }
    expect((await portal.client().post('/webhooks/acquirer', news, { bare: true })).status).toBe(200)
  })

  it('afterwards the ledger agrees with the acquirer', () => expectInvariants(portal))
})
