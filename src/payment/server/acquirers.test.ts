import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/testDatabase.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { addVehicle, createReserve, freshPlate } from '#test/support/garage/reserve.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import { staffMember } from '#test/support/staff.ts'

const second = secondAcquirer()
const folder = mkdtempSync(join(tmpdir(), 'guiche-books-'))
const start = '2026-03-10T15:00:00.000Z'
let place: TestDatabase
let portal: TestPortal
let then: Awaited<ReturnType<typeof paidBefore>>

/** A customer from before another acquirer was configured. */
async function paidBefore(portal: TestPortal) {
  const { client, person } = await customer(portal)
  const card = cardEndingIn(1)
  const bill = async (type: 1 | 2 = 1) => openTransaction(client, await portal.openTicket(130), type)
  const token = await bill()
  must(await client.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(card), cardSave: true }))
  const [saved] = at(must(await client.get('/api/me/pm_person_paymethod')).body, 'data') as object[]
  const vehicle = await addVehicle(client, freshPlate())
  const reserve = textAt(must(await createReserve(client, vehicle)).body, 'ws_token')
  must(await pay(client, reserve, card))
  const waiting = await bill(2)
  const authUrl = textAt(must(await payAtBank(portal, client, waiting, card)).body, 'data.authUrl')
  const cookies = [...client.cookies]
  return { cookies, person, card, token, saved: textAt(saved, 'ws_token'), reserve, waiting, authUrl }
}

beforeAll(async () => {
  place = await createTestDatabase()
  const stays = { ...place, drop: async () => {} }
  const books = join(folder, 'books.jsonl')
  const before = await startPortal({ after: { place: stays, now: start, books } })
  then = await paidBefore(before)
  await before.close()
  portal = await startPortal({
    after: { place: stays, now: start, books },
    acquirers: (cielo) => ({
      all: { cielo, second: second.acquirer },
      defaultName: 'second',
    }),
  })
})
afterAll(async () => {
  await portal.close()
  await place.drop()
  rmSync(folder, { recursive: true })
})

const customerOfThen = () => {
  const client = new PortalClient(portal.url)
  for (const [name, value] of then.cookies) client.cookies.set(name, value)
  return client
}
const attemptOf = (token: string) =>
  portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select(['attempt.acquirer', 'attempt.order_key', 'attempt.state', 'attempt.reference'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
const ofCielo = async (token: string) =>
  (await portal.simulator.ledger())
    .filter(({ order_id }) => order_id.startsWith(token))
    .map(({ captured, voided }) => [captured, voided])

async function refundAll(token: string) {
  const manager = await staffMember(portal, 2)
  const wish = { value: 7, kept: 7, reason: 'Cobrança indevida' }
  return must(await manager.post(`/api/staff/transactions/${token}/refund`, wish)).body
}

describe('another acquirer is configured today', () => {
  it('refunds go to the acquirer of the sale', async () => {
    expect(at(await refundAll(then.token), 'data.state')).toBe('refunded')
    expect(await ofCielo(then.token)).toEqual([[700, 700]])
  })

  it('an open authentication is settled at its acquirer', async () => {
    const page = `${portal.simulator.url}${new URL(then.authUrl).pathname}`
    expect(await atTheBank(portal, page, 'authenticated')).toBe(`/#/payment/${then.waiting}/done`)
    expect(await ofCielo(then.waiting)).toEqual([[700, 0]])
  })

  it('a hold is captured at its acquirer', async () => {
    must(await customerOfThen().post(`/api/pm_transaction/${then.reserve}/reserveCancel`))
    expect(await ofCielo(then.reserve)).toEqual([[1500, 0]])
  })

  it('a saved card is charged at the acquirer that stores it', async () => {
    const client = customerOfThen()
    const token = await openTransaction(client, await portal.openTicket(130))
    const card = { isNewCard: false, payMethod_token: then.saved }
    const paid = must(await client.post(`/api/pm_transaction/${token}/pay`, card))
    expect(at(paid.body, 'data.ok')).toBe(true)
    expect(await attemptOf(token)).toMatchObject({ acquirer: 'cielo', order_key: `${token}A1` })
    expect(await ofCielo(token)).toEqual([[700, 0]])
  })

  it('a new card uses the configured acquirer, its key rule and its refunds', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    const attempt = await attemptOf(token)
    expect(attempt.acquirer).toBe('second')
    expect(attempt.order_key).toMatch(/^[0-9a-z]+A1$/)
    expect(second.sale(attempt.order_key)).toMatchObject({ captured: 700, voided: 0 })
    expect(at(await refundAll(token), 'data.state')).toBe('refunded')
    expect(second.sale(attempt.order_key)).toMatchObject({ captured: 700, voided: 700 })
    expect(await ofCielo(token)).toEqual([])
  })

  it('webhooks are matched to their acquirer', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    second.waitForPayer({
      nextAction: { type: 'url', url: 'https://bank' },
      expiresAt: portal.clock.minutesAgo(-5),
    })
    must(await pay(client, token, cardEndingIn(1)))
    second.waitForPayer(null)
    const { reference } = await attemptOf(token)
    second.payAll()
    must(await portal.client().post('/webhooks/acquirer', { second: reference }, { bare: true }))
    await portal.runJobs()
    expect(await attemptOf(token)).toMatchObject({ state: 'captured' })
    const events = await portal.db.selectFrom('acquirer_event').select(['acquirer', 'reference']).execute()
    expect(events).toContainEqual({ acquirer: 'second', reference })
    const third = must(await portal.client().post('/webhooks/acquirer', { third: 1 }, { bare: true }))
    expect(at(third.body, 'data.received')).toBe(false)
  })

  it('the same card saved again moves to the configured acquirer', async () => {
    const client = customerOfThen()
    const token = await openTransaction(client, await portal.openTicket(130))
    must(await client.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(then.card), cardSave: true }))
    const cards = await portal.db
      .selectFrom('saved_card')
      .select('acquirer')
      .where('token', '=', then.saved)
      .execute()
    expect(cards).toEqual([{ acquirer: 'second' }])
    await portal.runJobs()
    expect(second.calls.filter((call) => call.startsWith('forget'))).toEqual([])
    must(await client.change('DELETE', `/api/me/pm_person_paymethod/${then.saved}`))
    await portal.runJobs()
    expect(second.calls.filter((call) => call.startsWith('forget'))).toHaveLength(1)
  })
})
