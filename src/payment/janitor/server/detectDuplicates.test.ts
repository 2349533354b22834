import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  await setReserve(portal, {})
})
beforeEach(() => portal.simulator.clearFaults())

const { keptOf, later, open, paid, refund, salesOf, notify } = saleActions(() => ({
  portal,
  manager,
}))

async function saleOf(token: string, paymentId: string) {
  const sale = (await salesOf(token)).find(({ payment_id }) => payment_id === paymentId)
  if (!sale) throw new Error(`no sale ${paymentId}`)
  return sale
}

async function firstSale(token: string) {
  return (await salesOf(token)).find(({ order_id }) => order_id.endsWith('A1'))
}

/** The acquirer carries out the same sale again. */
async function again(token: string, Capture = true): Promise<string> {
  const { order_id: MerchantOrderId = `${token}A1`, amount: Amount = 700 } = (await firstSale(token)) ?? {}
  const CreditCard = {
    CardNumber: cardEndingIn(1),
    Holder: 'ANA SOUZA',
    ExpirationDate: '12/2030',
    SecurityCode: '123',
    Brand: 'Visa',
  }
  const Payment = { Type: 'CreditCard', Amount, Installments: 1, Capture, CreditCard }
  const answer = await fetch(`${portal.simulator.url}/1/sales/`, {
    method: 'POST',
    headers: { ...simulatorMerchant, 'content-type': 'application/json' },
    body: JSON.stringify({ MerchantOrderId, Customer: { Name: 'Ana Souza' }, Payment }),
  })
  expect(answer.status).toBe(201)
  return (await salesOf(token)).at(-1)?.payment_id ?? ''
}

async function sendWebhook(PaymentId: string | undefined): Promise<void> {
  must(await portal.client().post('/webhooks/acquirer', { PaymentId, ChangeType: 1 }, { bare: true }))
  await portal.runJobs()
}

describe('a sale made twice under one order key', () => {
  it.each([true, false])(
    'captured %s: the second is reversed once; the first stays paid',
    async (capture) => {
      const { token, read } = await paid()
      await again(token, capture)
      await notify(token, 1)
      await notify(token, 1)
      expect(await keptOf(token)).toBe(700)
      expect((await salesOf(token)).at(-1)).toMatchObject({ authorised: 700, voided: 700 })
      expect(await read()).toMatchObject({ state: 'captured' })
      expect(await open(token)).toMatchObject({ kept: { value: 7 }, attempts: [{ n: 1 }, { n: 2 }] })
      await later(12)
      expect(await keptOf(token)).toBe(700)
    },
  )

  it('for a car that had left: the overpayment is reported beside the reversal', async () => {
    const code = await portal.openTicket(125)
    const left = portal.clock.now()
    portal.clock.forward(175)
    manager = await staffMember(portal, 2)
    const client = portal.client()
    const token = await openTransaction(client, code)
    must(await pay(client, token, cardEndingIn(1)))
    await sendWebhook(await again(token))
    expect(await keptOf(token)).toBe(900)
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code, at: left.toISOString() }))
    const cases = await portal.db
      .selectFrom('review_case')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select(['kind', 'review_case.amount_cents'])
      .where('token', '=', token)
      .execute()
    expect(cases).toEqual([{ kind: 'paid_twice', amount_cents: 200 }])
  })

  it('found under the order key after a lost answer: one is kept', async () => {
    const { token, read } = await paid('drop_after_commit')
    expect(await read()).toMatchObject({ state: 'unknown' })
    await again(token)
    expect(await keptOf(token)).toBe(1400)
    await later(2)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await keptOf(token)).toBe(700)
  })

  it.each(['sale_twice', 'sale_twice_late', 'sale_twice_unheard'])('%s: one is kept', async (fault) => {
    const { token, read } = await paid(fault)
    await later(3)
    for (const { payment_id } of await salesOf(token)) await sendWebhook(payment_id)
    await later(12)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await salesOf(token)).toHaveLength(2)
    expect(await keptOf(token)).toBe(700)
    expect(await open(token)).toMatchObject({ kept: { value: 7 }, attempts: [{ n: 1 }, { n: 2 }] })
  })

  it.each(['sale_twice', 'sale_twice_late', 'sale_twice_unheard'])(
    '%s, of a hold: the other is released, and the reservation has its own',
    async (fault) => {
      const { client, vehicleId } = await driver(portal)
      const reserve = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
      await portal.simulator.fault(fault)
      must(await pay(client, reserve, cardEndingIn(1)))
      await later(3)
      for (const { payment_id } of await salesOf(reserve)) await sendWebhook(payment_id)
      await later(12)
      expect(await open(reserve)).toMatchObject({ state: 'authorised' })
      const sales = await salesOf(reserve)
      expect(sales.map(({ voided }) => voided).toSorted((one, other) => one - other)).toEqual([0, 5000])
      must(await callsOn(client, reserve).cancel())
      await portal.runJobs()
      expect(await keptOf(reserve)).toBe(1500)
    },
  )

  it('cancelled by the acquirer: the first stays paid', async () => {
    const { token, read } = await paid()
    const second = await again(token)
    const site = `${portal.simulator.url}/1/sales/${second}/void`
    expect((await fetch(site, { method: 'PUT', headers: simulatorMerchant })).status).toBe(200)
    await notify(token, 1)
    await later(12)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await open(token)).toMatchObject({ kept: { value: 7 }, refunds: [], cases: [] })
    expect(await keptOf(token)).toBe(700)
  })

  it('reversed during a partial refund of the first: the refund is unchanged', async () => {
    const { token } = await paid()
    await again(token)
    await portal.simulator.fault('void_55')
    await notify(token, 1)
    // The acquirer takes no refund until tomorrow; the refused void is retried today.
    await portal.simulator.fault('void_41')
    await refund(token, 2, 7)
    await later(7 * 60)
    expect(await keptOf(token)).toBe(700)
    expect(await open(token)).toMatchObject({ state: 'refunding', refunds: [{ state: 'asked' }] })
    await later(30 * 60)
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 5 } })
    expect(await keptOf(token)).toBe(500)
  })

  it('of an earlier card, found while a later one is at the acquirer: the later one continues', async () => {
    const { client, token, read } = await paid('late_sale')
    await later(0.5)
    await later(1)
    must(await pay(client, token, cardEndingIn(2)))
    portal.clock.forward(2)
    const late = (await firstSale(token))?.payment_id
    const site = `${portal.simulator.url}/1/sales/${late}/void?amount=200`
    expect((await fetch(site, { method: 'PUT', headers: simulatorMerchant })).status).toBe(200)
    await sendWebhook(late)
    expect(await read()).toMatchObject({ state: 'created' })
    await portal.simulator.fault('drop_before_commit')
    must(await pay(client, token, cardEndingIn(1)))
    expect(await read()).toMatchObject({ state: 'unknown' })
    await sendWebhook(await again(token))
    expect(await keptOf(token)).toBe(0)
    await later(2)
    await later(20)
    expect(await read()).toMatchObject({ state: 'created' })
    must(await pay(client, token, cardEndingIn(1)))
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await keptOf(token)).toBe(700)
  })
})

describe('a sale made twice without a webhook', () => {
  it.each([true, false])(
    'captured %s: the second is reversed within two hours; the first stays paid',
    async (capture) => {
      const { token, read } = await paid()
      const second = await again(token, capture)
      await later(50)
      expect((await saleOf(token, second)).voided).toBe(0)
      await later(70)
      expect(await saleOf(token, second)).toMatchObject({ authorised: 700, voided: 700 })
      expect(await keptOf(token)).toBe(700)
      expect(await read()).toMatchObject({ state: 'captured' })
    },
  )

  it.each(['taken', 'released'] as const)('of a hold that has been %s since: it is released', async (end) => {
    const { client, vehicleId } = await driver(portal)
    await setReserve(portal, { minCents: end === 'taken' ? 1500 : 0 })
    const reserve = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    must(await pay(client, reserve, cardEndingIn(1)))
    const second = await again(reserve, false)
    must(await callsOn(client, reserve).cancel())
    await portal.runJobs()
    await setReserve(portal, {})
    await later(120)
    expect(await saleOf(reserve, second)).toMatchObject({ captured: 0, voided: 5000 })
    expect(await keptOf(reserve)).toBe(end === 'taken' ? 1500 : 0)
  })

  it('refused first and approved second: it pays or is reversed', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(125))
    must(await pay(client, token, cardEndingIn(2)))
    await again(token)
    await later(61)
    await later(1)
    const { state } = (await open(token)) as { state: string }
    expect([state, await keptOf(token)]).toEqual(['captured', 700])
  })

  it("without an answer, or with 'not found', the query is repeated", async () => {
    const { token } = await paid()
    const second = await again(token)
    await portal.simulator.fault('query_404', 2)
    await later(61)
    await portal.simulator.fault('query_none')
    await later(30)
    await later(60)
    await later(60)
    expect(await saleOf(token, second)).toMatchObject({ voided: 700 })
    expect(await keptOf(token)).toBe(700)
  })

  it('an unfinished attempt is checked once it has ended', async () => {
    const { token } = await paid('drop_before_commit')
    await later(0.5)
    await later(61)
    await sendWebhook(await again(token))
    const second = await again(token)
    await later(130)
    expect(await saleOf(token, second)).toMatchObject({ voided: 700 })
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({ attempts: [{ n: 1 }, { n: 2 }] })
  })

  it('each attempt is checked once', async () => {
    const { token } = await paid()
    await later(61)
    await later(61)
    const second = await again(token)
    await later(300)
    expect((await saleOf(token, second)).voided).toBe(0)
    await sendWebhook(second)
    expect(await keptOf(token)).toBe(700)
  })
})

it('a duplicate hold whose release is rejected without a webhook is rechecked a day later and opens a case', async () => {
  const { token } = await paid()
  await again(token, false)
  await portal.simulator.fault('void_denied')
  await notify(token, 1)
  await later(24 * 60 + 1)
  expect((await salesOf(token)).at(-1)).toMatchObject({ authorised: 700, voided: 0 })
  manager = await staffMember(portal, 2)
  expect(await open(token)).toMatchObject({ cases: [{ kind: 'return_unseen', amount: { value: 7 } }] })
  await notify(token, 5)
  await later(11)
  expect((await salesOf(token)).at(-1)).toMatchObject({ voided: 700 })
})
