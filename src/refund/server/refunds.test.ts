import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
let manager: PortalClient
let other: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  other = await staffMember(portal, 1)
})
beforeEach(() => portal.simulator.clearFaults())

const base = '/api/staff/transactions'
const reason = 'Cobrança indevida'
const open = async (token: string) => at(must(await manager.get(`${base}/${token}/edit`)).body, 'data')
const refund = (token: string, value: number, kept: number, client = manager) =>
  client.post(`${base}/${token}/refund`, { value, kept, reason })

async function paid() {
  const driver = portal.client()
  const code = await portal.openTicket(125)
  const token = await openTransaction(driver, code)
  expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return { driver, code, token }
}

/** Centavos refunded by the acquirer, and the number of calls. */
async function voidedOf(token: string): Promise<number> {
  const sales = await portal.simulator.ledger()
  return sales
    .filter(({ order_id }) => order_id.startsWith(token))
    .reduce((sum, { voided }) => sum + voided, 0)
}

async function lastError(kind: string): Promise<string | null> {
  const { last_error } = await portal.db
    .selectFrom('job')
    .select('last_error')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return last_error
}

describe('a refund', () => {
  it('of everything: the acquirer refunds, the ledger records it, the stay stays paid', async () => {
    const { driver, code, token } = await paid()
    const back = must(await refund(token, 7, 7)).body
    expect(at(back, 'data')).toMatchObject({
      state: 'refunded',
      kept: { value: 0 },
      ledger: [
        { kind: 'capture', amount: { value: 7 } },
        { kind: 'refund', amount: { value: 7 } },
      ],
      refunds: [{ state: 'confirmed', reason, amount: { value: 7 } }],
      can: { refund: false },
    })
    expect(at(back, 'data.history')).toContainEqual(
      expect.objectContaining({ text: 'Devolução pedida', reason }),
    )
    expect(await voidedOf(token)).toBe(700)
    expect(at((await driver.get(`/api/pm_transaction/${token}`)).body, 'data')).toMatchObject({
      state: 'refunded',
      reason: 'Este pagamento foi devolvido ao seu cartão.',
    })
    const read = must(await driver.post('/api/tk_ticket/read', { code }))
    expect(at(read.body, 'data.ticket.state')).toBe('paid')
  })

  it('in parts, until nothing is left; more than the balance is 422', async () => {
    const { token } = await paid()
    expect(at(must(await refund(token, 2.5, 7)).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 4.5 },
    })
    const tooMuch = await refund(token, 4.51, 4.5)
    expect(tooMuch).toMatchObject({
      status: 422,
      body: { errors: { value: ['O valor deve ser de R$ 0,01 a R$ 4,50.'] } },
    })
    expect((await refund(token, 0, 4.5)).status).toBe(422)
    expect(at(must(await refund(token, 4.5, 4.5)).body, 'data.state')).toBe('refunded')
    expect(await voidedOf(token)).toBe(700)
    expect(await refund(token, 1, 0)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  })

  it('clicked twice, or by two people at once, reaches the acquirer once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token } = await paid()
      const answers = await Promise.all([
        refund(token, 3, 7),
        refund(token, 3, 7, other),
        refund(token, 3, 7),
        refund(token, 3, 7, other),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      // A slow machine may answer after the portal's wait.
      await settled(token)
      expect(await voidedOf(token)).toBe(300)
      const late = await refund(token, 3, 7)
      expect(late).toMatchObject({
        status: 409,
        body: { code: 'refund_changed', data: { kept: { value: 4 } } },
      })
      expect(await voidedOf(token)).toBe(300)
    }
  })

  it('whose answer is lost is queried, and not sent again', async () => {
    for (const fault of ['drop_after_commit', 'html', 'status0']) {
      const { token } = await paid()
      await portal.simulator.fault(fault)
      must(await refund(token, 2, 7))
      await settled(token)
      expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 5 } })
      expect(await voidedOf(token)).toBe(200)
    }
  })

  it('that never reached the acquirer is sent again, once, after a while, where the query shows its sale', async () => {
    const { token } = await paid()
    await portal.simulator.fault('drop_before_commit')
    const first = must(await refund(token, 7, 7)).body
    expect(at(first, 'data.state')).toBe('refunding')
    expect(await refund(token, 7, 7)).toMatchObject({ status: 409, body: { code: 'refund_in_flight' } })
    portal.clock.forward(0.25)
    await portal.runJobs()
    expect(await voidedOf(token)).toBe(0)
    await settled(token)
    expect(await open(token)).toMatchObject({ state: 'refunded', refunds: [{ state: 'confirmed' }] })
    expect(await voidedOf(token)).toBe(700)
  })

  it.each([
    ['none of it', 0],
    ['only what went back before', 0.5],
  ])('that was acknowledged is booked, and not sent again, while a query shows %s', async (_, before) => {
    const { token } = await paid()
    if (before > 0) must(await refund(token, before, 7))
    const kept = 7 - before
    const cents = before * 100
    await portal.simulator.fault('query_lag')
    expect(at(must(await refund(token, 2, kept)).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: kept - 2 },
    })
    await portal.expireLeases()
    await portal.runJobs()
    expect(await voidedOf(token)).toBe(cents + 200)
    const [sale] = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
    const news = { PaymentId: sale?.payment_id, ChangeType: 25 }
    must(await portal.client().post('/webhooks/acquirer', news, { bare: true }))
    await portal.runJobs()
    expect(await lastError('acquirer_event')).toBeNull()
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: kept - 2 } })
    // The next refund finds less refunded than is known: it is neither refused nor sent.
    expect(at(must(await refund(token, 3, kept - 2)).body, 'data.state')).toBe('refunding')
    expect(await voidedOf(token)).toBe(cents + 200)
    expect(await lastError('refund')).toBeNull()
    await settled(token)
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: kept - 5 } })
    expect(await voidedOf(token)).toBe(cents + 500)
  })

  it('needs a reason and a payment that was captured', async () => {
    const { token } = await paid()
    const wordless = await manager.post(`${base}/${token}/refund`, { value: 1, kept: 7, reason: '' })
    expect(wordless).toMatchObject({ status: 422, body: { errors: { reason: ['Campo obrigatório.'] } } })
    const driver = portal.client()
    const unpaid = await openTransaction(driver, await portal.openTicket(125))
    expect(await refund(unpaid, 7, 0)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
    expect((await refund('f'.repeat(32), 1, 1)).status).toBe(404)
    expect(textAt(must(await manager.get(`${base}?q=${token}`)).body, 'data.0.id')).toBe(token)
  })
})

describe('a refund made on the acquirer’s own site', () => {
  const hand = 'Devolvido no site da adquirente'

  /** Centavos, outside the portal. */
  async function byHand(token: string, cents: number): Promise<string | undefined> {
    const sale = (await portal.simulator.ledger()).find(({ order_id }) => order_id.startsWith(token))
    const url = `${portal.simulator.url}/1/sales/${sale?.payment_id}/void?amount=${cents}`
    const headers = {
      merchantid: '00000000-0000-4000-8000-000000000000',
      merchantkey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
    }
    expect((await fetch(url, { method: 'PUT', headers })).status).toBe(200)
    return sale?.payment_id
  }

  it('is booked when the acquirer reports it, and reduces the balance', async () => {
    const { token } = await paid()
    const PaymentId = await byHand(token, 300)
    must(await portal.client().post('/webhooks/acquirer', { PaymentId, ChangeType: 25 }, { bare: true }))
    await portal.runJobs()
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 4 },
      refunds: [{ state: 'confirmed', reason: hand, amount: { value: 3 } }],
    })
    expect(at(must(await refund(token, 4, 4)).body, 'data.state')).toBe('refunded')
    expect(await voidedOf(token)).toBe(700)
  })

  it('before ours was requested: our refund is refused, theirs is booked', async () => {
    const { token } = await paid()
    await byHand(token, 500)
    expect(at(must(await refund(token, 3, 7)).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 2 },
      refunds: [
        { state: 'refused', return_code: 'ledger' },
        { state: 'confirmed', reason: hand, amount: { value: 5 } },
      ],
      can: { refund: true },
    })
    expect(await voidedOf(token)).toBe(500)
  })

  it.each([
    [200, 'refused', 5, 2],
    [400, 'confirmed', 3, 1],
  ] as const)('%i centavos, after ours of 300 went without an answer: ends as %s', async (...row) => {
    const [cents, state, kept, theirs] = row
    const { token } = await paid()
    await portal.simulator.fault('drop_before_commit')
    must(await refund(token, 3, 7))
    await byHand(token, cents)
    await settled(token)
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: kept },
      refunds: [{ state }, { state: 'confirmed', reason: hand, amount: { value: theirs } }],
      can: { refund: true },
    })
    expect(await voidedOf(token)).toBe(700 - kept * 100)
  })
})

describe('an acquirer without partial refunds on the day of the sale', () => {
  it('staff read the day of the refund, and it is made on that day', async () => {
    const strict = await startPortal({ kind: false })
    const boss = await staffMember(strict, 2)
    const driver = strict.client()
    const token = await openTransaction(driver, await strict.openTicket(125))
    expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    const told = must(await boss.post(`${base}/${token}/refund`, { value: 3, kept: 7, reason })).body
    const refunds = at(told, 'data.refunds')
    expect(at(told, 'data')).toMatchObject({ state: 'refunding', kept: { value: 7 } })
    expect(refunds).toMatchObject([
      { state: 'asked', put_off_until: expect.stringMatching(/T00:10:00-03:00$/) },
    ])
    const until = new Date(textAt(told, 'data.refunds.0.put_off_until'))
    // Requested by hand before: the acquirer still refuses.
    must(await boss.post(`${base}/${token}/decide`, { decision: 'ask', reason }))
    await strict.runJobs()
    expect((await strict.simulator.ledger()).map(({ voided }) => voided)).toEqual([0])
    strict.clock.forward((until.getTime() - strict.clock.now().getTime()) / 60_000)
    await strict.expireLeases()
    await strict.runJobs()
    const member = await staffMember(strict, 2)
    expect(at(must(await member.get(`${base}/${token}/edit`)).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 4 },
      refunds: [{ state: 'confirmed', put_off_until: null }],
    })
    await expectInvariants(strict)
    await strict.close()
  })
})

async function settled(token: string): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1) {
    if (at(await open(token), 'state') !== 'refunding') return
    portal.clock.forward(2)
    await portal.expireLeases()
    await portal.runJobs()
  }
}
