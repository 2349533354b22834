import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay, payAuthenticated, payer } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { openRivals } from '#test/support/pix/rivals.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startCard } from './flow/card/startCard.ts'
import { findPayment } from './store.ts'

let rivals: Awaited<ReturnType<typeof openRivals>>
let portal: TestPortal
beforeAll(async () => {
  rivals = await openRivals()
  portal = rivals.portal
})
afterAll(() => portal.close())

const [approved, refused] = [cardEndingIn(1), cardEndingIn(2)]

/** A code that is paid while its bank tells nobody, behind a card that is refused; the bank then says nothing. */
async function paidAndNotBooked() {
  const { pix, card } = await rivals.twoPayers(refused)
  await rivals.payUnheard(pix.orderKey, 700)
  expect(await rivals.seen(pix)).toMatchObject({ state: 'awaiting_payment', pix: null })
  rivals.banks.code = 'silent'
  await card.goes()
  await portal.runJobs()
  expect(await rivals.history(pix)).not.toContain('captured')
  return pix
}

/** Somebody else pays the same ticket by card. */
async function another(code: string, type: 1 | 2 = 1) {
  const client = portal.client()
  const token = await openTransaction(client, code, type)
  return { client, token, pay: (number: string) => pay(client, token, number) }
}

describe('a Pix that is paid, and cards for the same ticket', () => {
  it('its screen is closed, its bank tells nobody: found when the card before it is refused', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    await rivals.payUnheard(pix.orderKey, 700)
    await card.goes()
    await portal.runJobs()
    expect(await rivals.history(pix)).toContain('captured')
    expect(await another(pix.code).catch(() => 'paid')).toBe('paid')
    await expectInvariants(portal)
  })

  it('found before the next card goes out, which is not sent', async () => {
    const pix = await rivals.shown()
    const card = await another(pix.code)
    await rivals.payUnheard(pix.orderKey, 700)
    expect(await card.pay(approved)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await rivals.salesOf(card.token)).toEqual([])
    expect(await rivals.seen(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('found when the cardholder comes from the bank, before the sale', async () => {
    const pix = await rivals.shown()
    const card = await another(pix.code, 2)
    expect(at(must(await card.pay(approved)).body, 'data.authenticate')).toBe(true)
    await rivals.payUnheard(pix.orderKey, 700)
    // Refused as paid, or ended by the job that the Pix left: whichever is faster.
    expect(at((await payAuthenticated(card.client, card.token, approved)).body, 'data.ok')).not.toBe(true)
    expect(await rivals.salesOf(card.token)).toEqual([])
    expect(await rivals.seen(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('its bank says nothing for now: the card goes out all the same, and the Pix goes back with a mail', async () => {
    const pix = await paidAndNotBooked()
    const card = await another(pix.code)
    expect(at(must(await card.pay(approved)).body, 'data.transaction.state')).toBe('captured')
    rivals.banks.code = null
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await rivals.seen(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.keptOf(pix)).toBe(0)
    const mail = portal.db.selectFrom('mail').select('subject').orderBy('id', 'desc').limit(1)
    expect(await mail.executeTakeFirst()).toMatchObject({ subject: expect.stringMatching(/^Devolvemos/) })
    await expectInvariants(portal)
  })

  it('its bank called it paid a moment ago, and the card before it has failed since: the next one is not sent', async () => {
    const pix = await paidAndNotBooked()
    const card = await another(pix.code)
    const payment = await findPayment(portal.db, card.token)
    if (!payment) throw new Error('no payment')
    const typed = {
      source: 'typed',
      brand: 'Visa',
      lastDigits: approved.slice(-4),
      number: approved,
    } as const
    const by = {
      sessionHash: payment.session_hash ?? '',
      userId: null,
      ip: '203.0.113.9',
      payer: { name: 'Ana Lima', taxId: payer.cpfcnpj, email: null, phone: null, address: null },
      card: { ...typed, cardholder: 'ANA', month: 12, year: 2030, cvv: '123', saveFor: null },
      seenCents: 700,
      passes: [],
    }
    await expect(startCard(portal.deps.payment, payment, by, null)).rejects.toMatchObject({
      fail: 'payment_in_flight',
    })
    rivals.banks.code = null
    expect(await rivals.seen(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('two take turns with cards that are refused: the second is not sent any more', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    const second = await another(pix.code)
    await rivals.payUnheard(pix.orderKey, 700)
    expect(await second.pay(refused)).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })
    await card.goes()
    expect(await second.pay(refused)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await rivals.salesOf(second.token)).toEqual([])
    expect(await rivals.seen(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })
})
