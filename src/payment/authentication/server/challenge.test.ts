import { describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { atTheBank, authenticateOnly, payAtBank } from '#test/support/bank.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

async function challenged() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code, 2)
  const answer = must(await payAtBank(portal, client, token, cardEndingIn(1)))
  expect(answer.body).toMatchObject({
    data: {
      ok: false,
      needs_reload: false,
      transaction: { state: 'awaiting_cardholder', attempt: { n: 1 } },
    },
  })
  const authUrl = textAt(answer.body, 'data.authUrl')
  const state = async () => at((await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
  return { client, code, token, authUrl, state }
}

describe('debit with the bank’s own page', () => {
  it('authenticated: the bank sends the browser to the done screen', async () => {
    const { authUrl, token, state } = await challenged()
    expect(await atTheBank(portal, authUrl, 'authenticated')).toBe(`/#/payment/${token}/done`)
    expect(await state()).toBe('captured')
    await expectInvariants(portal)
  })

  it('not authenticated: back to the card screen with a reason, and payable again', async () => {
    const { client, authUrl, token, state } = await challenged()
    expect(await atTheBank(portal, authUrl, 'refused')).toBe(`/#/payment/${token}/creditDebitCard`)
    expect(await state()).toBe('created')
    const seen = must(await client.get(`/api/pm_transaction/${token}`))
    expect(textAt(seen.body, 'data.reason')).toMatch(/autenticar/)
    must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
    expect(at((await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await expectInvariants(portal)
  })

  it('the payment type cannot be changed while the cardholder is at the bank', async () => {
    const { client, token } = await challenged()
    expect(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 })).toMatchObject({
      status: 409,
      body: { code: 'payment_in_flight' },
    })
  })

  it('a sale that the acquirer does not know yet is not cancelled', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    await portal.simulator.fault('drop_before_commit')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    expect(await client.post(`/api/pm_transaction/${token}/cancelPayment`)).toMatchObject({
      status: 409,
      body: { code: 'payment_in_flight', data: { state: 'unknown' } },
    })
  })

  it('a test call of the webhook address is answered 200, as Cielo requires, and stores nothing', async () => {
    const kept = async () => (await portal.db.selectFrom('acquirer_event').select('id').execute()).length
    const [client, before] = [portal.client(), await kept()]
    const tried = [
      await client.post('/webhooks/acquirer', { hello: true }, { bare: true }),
      await client.send('POST', '/webhooks/acquirer', { bare: true }),
      await client.get('/webhooks/acquirer', { bare: true }),
    ]
    for (const told of tried) expect(told).toMatchObject({ status: 200, body: { data: { received: false } } })
    expect((await fetch(`${client.url}/webhooks/acquirer`, { method: 'HEAD' })).status).toBe(200)
    expect(await kept()).toBe(before)
  })

  it('abandoned on the bank page: payable again', async () => {
    const { authUrl, token, state } = await challenged()
    expect(await atTheBank(portal, authUrl, 'abandoned')).toBe(`/#/payment/${token}/creditDebitCard`)
    expect(await state()).toBe('created')
    await expectInvariants(portal)
  })

  it('abandoned by closing the browser: payable again after 15 minutes, not before', async () => {
    const { state } = await challenged()
    portal.clock.forward(14)
    await portal.sweep()
    expect(await state()).toBe('awaiting_cardholder')
    portal.clock.forward(2)
    await portal.sweep()
    expect(await state()).toBe('created')
    await expectInvariants(portal)
  })

  it('a second pay call while the bank waits gets the same address', async () => {
    const { client, token, authUrl } = await challenged()
    expect(at((await pay(client, token, cardEndingIn(1))).body, 'data.authUrl')).toBe(authUrl)
  })

  it('cancelled while the bank waits: cancelled at the acquirer too', async () => {
    const { client, token, state } = await challenged()
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    expect(await state()).toBe('cancelled')
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    await expectInvariants(portal)
  })

  it('cancelled after the approval: 409 already_paid with the transaction', async () => {
    const { client, token, authUrl, state } = await challenged()
    await authenticateOnly(authUrl)
    const answer = await client.post(`/api/pm_transaction/${token}/cancelPayment`)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_paid', data: { ws_token: token, state: 'captured' } },
    })
    expect(await state()).toBe('captured')
    await expectInvariants(portal)
  })

  it('cancelled, then authenticated: captured, because the ticket still owes it', async () => {
    const { client, token, authUrl, state } = await challenged()
    await atTheBank(portal, authUrl, 'abandoned')
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    await atTheBank(portal, authUrl, 'authenticated')
    expect(await state()).toBe('captured')
    await expectInvariants(portal)
  })

  it('paid with another card, then authenticated: the second capture is reversed', async () => {
    const { client, token, authUrl, state } = await challenged()
    await atTheBank(portal, authUrl, 'abandoned')
    must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
    must(await pay(client, token, cardEndingIn(1)))
    await atTheBank(portal, authUrl, 'authenticated')
    await portal.runJobs()
    expect(await state()).toBe('captured')
    const sales = (await portal.simulator.ledger()).filter((sale) => sale.order_id.startsWith(token))
    expect(sales.reduce((kept, sale) => kept + sale.captured - sale.voided, 0)).toBe(700)
    await expectInvariants(portal)
  })

  it('paid with another card, then refused by the bank: stays paid', async () => {
    const { client, token, authUrl, state } = await challenged()
    await atTheBank(portal, authUrl, 'abandoned')
    must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
    must(await pay(client, token, cardEndingIn(1)))
    await atTheBank(portal, authUrl, 'refused')
    expect(await state()).toBe('captured')
    await expectInvariants(portal)
  })

  it('paid at the machine while the bank waits: the late success is reversed', async () => {
    const { client, code, authUrl, token, state } = await challenged()
    const ticket = await portal.db
      .selectFrom('ticket')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await portal.db
      .insertInto('paid_segment')
      .values({
        ticket_id: ticket.id,
        n: 1,
        amount_cents: 700,
        source: 'machine',
        paid_at: portal.clock.now(),
        exit_deadline_at: portal.clock.minutesAgo(-15),
      })
      .execute()
    await atTheBank(portal, authUrl, 'authenticated')
    await portal.runJobs()
    expect(await state()).toBe('refunded')
    const seen = must(await client.get(`/api/pm_transaction/${token}`))
    expect(textAt(seen.body, 'data.reason')).toMatch(/já estava pago/)
    const sales = (await portal.simulator.ledger()).filter((sale) => sale.order_id.startsWith(token))
    expect(sales.map(({ captured, voided }) => [captured, voided])).toEqual([[700, 700]])
    await expectInvariants(portal)
  })

  it('bank return, webhook and janitor at once settle once', async () => {
    const { client, authUrl, token, state } = await challenged()
    const reference = authUrl.split('/').at(-1)
    portal.clock.forward(16)
    await Promise.all([
      atTheBank(portal, authUrl, 'authenticated'),
      client.post('/webhooks/acquirer', { PaymentId: reference, ChangeType: 1 }, { bare: true }),
      portal.sweep(),
    ])
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await state()).toBe('captured')
    const captures = await portal.db
      .selectFrom('ledger')
      .innerJoin('payment', 'payment.id', 'ledger.payment_id')
      .select('ledger.kind')
      .where('token', '=', token)
      .execute()
    expect(captures).toEqual([{ kind: 'capture' }])
    await expectInvariants(portal)
  })

  const returned = async (nonce: string, method = 'GET') => {
    const reply = await fetch(`${portal.url}/payment/return/${nonce}`, { method, redirect: 'manual' })
    return [reply.status, reply.headers.get('location')]
  }

  it('an unknown nonce leads home, with 303, by GET and POST', async () => {
    for (const method of ['GET', 'POST'])
      for (const nonce of [
        '0'.repeat(32),
        '0'.repeat(500),
        'a/b',
        '%00',
        `1-${'0'.repeat(32)}`,
        `999999999999999-${'0'.repeat(32)}`,
      ])
        expect(await returned(nonce, method)).toEqual([303, '/'])
  })
})
