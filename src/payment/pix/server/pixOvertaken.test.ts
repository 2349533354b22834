import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import {
  cardBody,
  cardEndingIn,
  must,
  openTransaction,
  pay,
  payAuthenticated,
  payer,
} from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { path } from '#test/support/pix/guests.ts'
import { openCompetingDrivers } from '#test/support/pix/competingDrivers.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startCardAttempt } from '../../card/server/startCardAttempt.ts'
import { freesStay } from '../../server/attempt/recheckOpenCodes.ts'
import { findPayment } from '../../server/store.ts'

let rivals: Awaited<ReturnType<typeof openCompetingDrivers>>
let portal: TestPortal
beforeAll(async () => {
  rivals = await openCompetingDrivers()
  portal = rivals.portal
})
afterAll(() => portal.close())

const [approved, refused] = [cardEndingIn(1), cardEndingIn(2)]

/** A code paid without a webhook, behind a refused card; the bank is silent afterwards. */
async function paidAndNotBooked() {
  const { pix, card } = await rivals.twoPayers(refused)
  await rivals.payWithoutWebhook(pix.orderKey, 700)
  expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'awaiting_payment', pix: null })
  rivals.banks.code = 'silent'
  await card.goes()
  await portal.runJobs()
  expect(await rivals.history(pix)).not.toContain('captured')
  return pix
}

async function another(code: string, type: 1 | 2 = 1) {
  const client = portal.client()
  const token = await openTransaction(client, code, type)
  return { client, token, pay: (number: string) => pay(client, token, number) }
}

describe('cards for a ticket whose Pix has been paid', () => {
  it('without screen or webhook: found when the earlier card is refused', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    await card.goes()
    await portal.runJobs()
    expect(await rivals.history(pix)).toContain('captured')
    expect(await another(pix.code).catch(() => 'paid')).toBe('paid')
    await expectInvariants(portal)
  })

  it('found before the next card, which is not sent', async () => {
    const pix = await rivals.shown()
    const card = await another(pix.code)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await card.pay(approved)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await rivals.salesOf(card.token)).toEqual([])
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('queried just before by an instance with a clock two minutes ahead: still found', async () => {
    const pix = await rivals.shown()
    portal.clock.runAhead(2)
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'awaiting_payment' })
    portal.clock.runAhead(0)
    const card = await another(pix.code)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    portal.clock.forward(1 / 60)
    expect(await card.pay(approved)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await rivals.salesOf(card.token)).toEqual([])
    await expectInvariants(portal)
  })

  it('found when the cardholder returns from the bank, before the sale', async () => {
    const pix = await rivals.shown()
    const card = await another(pix.code, 2)
    expect(at(must(await card.pay(approved)).body, 'data.authenticate')).toBe(true)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    portal.clock.forward(1 / 60)
    // Refused, or ended by the Pix's job.
    expect(at((await payAuthenticated(card.client, card.token, approved)).body, 'data.ok')).not.toBe(true)
    expect(await rivals.salesOf(card.token)).toEqual([])
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('its bank is silent: the card is sent, and the Pix is refunded with a mail', async () => {
    const pix = await paidAndNotBooked()
    const card = await another(pix.code)
    expect(at(must(await card.pay(approved)).body, 'data.transaction.state')).toBe('captured')
    rivals.banks.code = null
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.keptOf(pix)).toBe(0)
    const mail = portal.db.selectFrom('mail').select('subject').orderBy('id', 'desc').limit(1)
    expect(await mail.executeTakeFirst()).toMatchObject({ subject: expect.stringMatching(/^Devolvemos/) })
    await expectInvariants(portal)
  })

  it('reported as paid, and the earlier card failed since: the next card is not sent', async () => {
    const pix = await paidAndNotBooked()
    const card = await another(pix.code)
    const payment = await findPayment(portal.db, card.token)
    if (!payment) throw new Error('no payment')
    const typed = {
      type: 'typed_card',
      brand: 'Visa',
      lastDigits: approved.slice(-4),
      number: approved,
    } as const
    const by = {
      sessionHash: payment.session_hash ?? '',
      userId: null,
      ip: '203.0.113.9',
      payer: { name: 'Ana Lima', taxId: payer.cpfcnpj, email: null, phone: null, address: null },
      card: { ...typed, cardholder: 'ANA', expiryMonth: 12, expiryYear: 2030, cvv: '123', saveFor: null },
      seenCents: 700,
      ignoredCodes: [],
    }
    await expect(startCardAttempt(portal.deps.payment, payment, by, null)).rejects.toMatchObject({
      failName: 'payment_in_flight',
    })
    rivals.banks.code = null
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('two payers take turns with refused cards: the second is no longer sent', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    const second = await another(pix.code)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await second.pay(refused)).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })
    await card.goes()
    portal.clock.forward(1 / 60)
    expect(await second.pay(refused)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await rivals.salesOf(second.token)).toEqual([])
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })
})

async function manyShown(count: number) {
  // Yesterday's refusals no longer count and due jobs have run.
  portal.clock.forward(24 * 60 + 1)
  await portal.runJobs()
  const first = await rivals.shown()
  const all = [first]
  while (all.length < count) all.push(await rivals.shown({ code: first.code }))
  return { code: first.code, all }
}

/** The codes queried from here on, except by jobs. */
function asked(codes: readonly { orderKey: string }[]) {
  rivals.banks.asked.length = 0
  const keys = codes.map(({ orderKey }) => orderKey)
  return () => rivals.banks.asked.filter((key) => keys.includes(key)).toSorted()
}

describe('many codes of one ticket', () => {
  it('only a card that is sent causes queries, of the newest four codes, once', async () => {
    const { code, all } = await manyShown(6)
    const newest = all
      .slice(2)
      .map(({ orderKey }) => orderKey)
      .toSorted()
    const cheap = await another(code)
    const queried = asked(all)
    const wrong = { ...cardBody(approved), value: 6 }
    for (let round = 0; round < 3; round += 1)
      expect(await cheap.client.post(path(cheap.token, '/pay'), wrong)).toMatchObject({
        body: { code: 'price_changed' },
      })
    expect(queried()).toEqual([])

    const card = await rivals.cardOnItsWay(code, refused)
    expect(queried()).toEqual(newest)
    expect(await cheap.pay(approved)).toMatchObject({ body: { code: 'payment_in_flight' } })
    expect(queried()).toHaveLength(4)

    rivals.banks.asked.length = 0
    await card.goes()
    await portal.runJobs()
    expect(queried()).toEqual(newest)

    rivals.banks.asked.length = 0
    const next = await rivals.cardOnItsWay(code, refused)
    expect(queried()).toEqual([])
    await next.goes()
    await portal.runJobs()
  })

  it('a code reported as paid comes before newer ones', async () => {
    const { all } = await manyShown(6)
    const [pix] = all
    if (!pix) throw new Error('no code')
    const card = await rivals.cardOnItsWay(pix.code, refused)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject({ pix: null })
    rivals.banks.code = 'silent'
    await card.goes()
    await portal.runJobs()
    portal.clock.forward(1 / 60)
    const queried = asked(all)
    const next = await rivals.cardOnItsWay(pix.code, refused)
    expect(queried()).toHaveLength(4)
    expect(queried()).toContain(pix.orderKey)

    await next.goes()
    await portal.runJobs()
    rivals.banks.asked.length = 0
    const last = await rivals.cardOnItsWay(pix.code, approved)
    expect(queried()).toEqual([])
    expect(at((await last.goes()).body, 'data.transaction.state')).toBe('captured')
    rivals.banks.code = null
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await rivals.keptOf(pix)).toBe(0)
  })
})

describe('a card that took nothing', () => {
  it('each code has one waiting query, and none delays a card’s query', async () => {
    const { code, all } = await manyShown(2)
    for (const { client, token } of all) must(await client.get(path(token)))
    const bank = Promise.withResolvers<void>()
    rivals.banks.thinks = bank.promise
    const queried = asked(all)
    expect(at(must(await (await another(code)).pay(refused)).body, 'data.ok')).toBe(false)
    await expect.poll(queried).toHaveLength(1)
    // The first is being queried; the second waits.
    expect(at(must(await (await another(code)).pay(refused)).body, 'data.ok')).toBe(false)
    const waiting = portal.db.selectFrom('job').select('id').where('kind', '=', 'recheck_code')
    expect(await waiting.where('done_at', 'is', null).execute()).toHaveLength(3)

    const lost = await another(await portal.openTicket(125))
    await portal.simulator.fault('drop_after_commit')
    must(await lost.pay(approved))
    portal.clock.forward(2 / 60)
    const allJobs = portal.runJobs()
    const state = async () => at(must(await lost.client.get(path(lost.token))).body, 'data.state')
    await expect.poll(state).toBe('captured')
    expect(queried()).toHaveLength(1)

    bank.resolve()
    rivals.banks.thinks = null
    await allJobs
    const [first, second] = all.map(({ orderKey }) => orderKey)
    expect(queried()).toEqual([first, first, second].toSorted())
  })

  it('a refunded card causes no queries of codes', () => {
    expect(freesStay('authorising', 'created')).toBe(true)
    expect(freesStay('unknown', 'cancelled')).toBe(true)
    expect(freesStay('captured', 'refunding')).toBe(false)
    expect(freesStay('partly_refunded', 'refunding')).toBe(false)
  })
})
