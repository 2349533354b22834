import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kit/clock.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { unattendedRecheckDelayMs, reviewAfterMs } from '../../limits.ts'

const portal = portalOfFile()
beforeEach(() => portal.simulator.clearFaults())

async function lost(fault: string) {
  const client = portal.client()
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  await portal.simulator.fault(fault)
  must(await pay(client, token, cardEndingIn(1)))
  const sales = async () =>
    (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  return {
    client,
    code,
    token,
    sales,
    kept: async () => (await sales()).reduce((sum, sale) => sum + sale.captured - sale.voided, 0),
    read: async () => at((await client.get(`/api/pm_transaction/${token}`)).body, 'data'),
  }
}

/** Rechecked `minutes` later, also by the database's clock. */
async function later(minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await portal.sweep()
  await portal.expireLeases()
}

/** A lost answer and two 'not found'. */
async function unheard(fault = 'late_sale') {
  const scene = await lost(fault)
  await later(0.5)
  await later(1)
  expect(await scene.read()).toMatchObject({
    state: 'created',
    reason: expect.stringContaining('nada foi cobrado'),
  })
  return scene
}

const notify = (reference: string | undefined) =>
  portal.client().post('/webhooks/acquirer', { PaymentId: reference, ChangeType: 1 }, { bare: true })

describe("a sale that reaches the acquirer after two 'not found'", () => {
  it('is reversed when the driver has paid again', async () => {
    const { client, token, read, kept } = await unheard()
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    portal.clock.forward(2)
    expect(await kept()).toBe(1400)
    await later(1)
    await portal.runJobs()
    expect(await kept()).toBe(700)
    expect(await read()).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('is reversed after its webhook alone, although no attempt has its reference', async () => {
    const { client, token, kept, sales } = await unheard()
    must(await pay(client, token, cardEndingIn(1)))
    portal.clock.forward(2)
    const [, late] = await sales()
    must(await notify(late?.payment_id))
    await portal.runJobs()
    expect(await kept()).toBe(700)
    // Repeated webhooks.
    must(await notify(late?.payment_id))
    await portal.runJobs()
    const attempts = portal.db.selectFrom('attempt').select('state').orderBy('n')
    expect(await attempts.where('order_key', 'like', `${token}%`).execute()).toEqual([
      { state: 'given_back' },
      { state: 'captured' },
    ])
    await expectInvariants(portal)
  })

  it('repeated webhooks during the reversal change nothing', async () => {
    const { client, token, sales } = await unheard()
    must(await pay(client, token, cardEndingIn(1)))
    portal.clock.forward(2)
    const [, late] = await sales()
    const states = async () => {
      await portal.runJobs()
      const attempts = portal.db.selectFrom('attempt').select('state').orderBy('n')
      const found = await attempts.where('order_key', 'like', `${token}%`).execute()
      return found.map(({ state }) => state)
    }
    // The refund is refused and made on the acquirer's site.
    await portal.simulator.fault('void_57')
    must(await notify(late?.payment_id))
    expect(await states()).toEqual(['giving_back', 'captured'])
    const site = `${portal.simulator.url}/1/sales/${late?.payment_id}/void?amount=700`
    expect((await fetch(site, { method: 'PUT', headers: simulatorMerchant })).status).toBe(200)
    must(await notify(late?.payment_id))
    expect(await states()).toEqual(['giving_back', 'captured'])
    portal.clock.forward(7 * 60)
    expect(await states()).toEqual(['given_back', 'captured'])
    await expectInvariants(portal)
  })

  it('is reversed while another payment of the stay has an unknown outcome', async () => {
    const { code, read, kept, sales } = await unheard()
    const other = portal.client()
    const token = await openTransaction(other, code)
    await portal.simulator.fault('drop_before_commit')
    expect(at(must(await pay(other, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    portal.clock.forward(2)
    const [late] = await sales()
    must(await notify(late?.payment_id))
    await portal.runJobs()
    expect(await kept()).toBe(0)
    expect(await read()).toMatchObject({ state: 'refunded' })
    await expectInvariants(portal)
  })

  it('pays the ticket that still owes it', async () => {
    const { read, kept } = await unheard()
    await later(3)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await kept()).toBe(700)
    await expectInvariants(portal)
  })

  it('is found 23 hours later and reversed after the driver left', async () => {
    const { code, token, kept } = await unheard('drop_before_commit')
    await later(23 * 60)
    must(
      await portal
        .gate()
        .payment({ code, amount: 40, method: 'cash', paid_at: portal.clock.now().toISOString() }),
    )
    await sellLate(`${token}A1`)
    await later(31)
    await portal.runJobs()
    expect(await kept()).toBe(0)
    await expectInvariants(portal)
  })
})

describe('a missing or unreadable answer', () => {
  it("a 404 page is not a 'not found' of the acquirer", async () => {
    const { read, token, kept } = await lost('drop_after_commit')
    await portal.simulator.fault('query_404', 100)
    for (const minutes of [0.5, 1, 1]) {
      await later(minutes)
      expect(await read()).toMatchObject({ state: 'unknown' })
    }
    await portal.simulator.clearFaults()
    await later(2)
    expect(await read()).toMatchObject({ state: 'captured', ws_token: token })
    expect(await kept()).toBe(700)
  })

  it('a late one pays without moving the exit deadline: 15 minutes are honoured', async () => {
    const { read } = await lost('drop_after_commit')
    const sent = portal.clock.now().getTime()
    await portal.simulator.fault('query_404', 100)
    for (const minutes of [5, 15, 5]) await later(minutes)
    await portal.simulator.clearFaults()
    await later(30)
    const paid = await read()
    expect(paid).toMatchObject({ state: 'captured' })
    expect(Date.parse(String(at(paid, 'ticket_dt_exit')))).toBe(sent + 30 * minuteMs)
    await portal.runJobs()
    const mails = portal.db.selectFrom('mail').select('subject').orderBy('id', 'desc').limit(1)
    // The mail does not promise a past deadline.
    expect((await mails.executeTakeFirstOrThrow()).subject).toMatch(/^Recibo do estacionamento: R\$.7,00$/)
  })

  it('opens a case after an hour until an answer comes', async () => {
    const { token, read } = await lost('drop_after_commit')
    await portal.simulator.fault('query_404', 100)
    const open = () =>
      portal.db
        .selectFrom('review_case')
        .innerJoin('payment', 'payment.id', 'payment_id')
        .select(['kind', 'review_case.amount_cents'])
        .where('token', '=', token)
        .where('closed_at', 'is', null)
        .execute()
    for (const minutes of [30, 29]) await later(minutes)
    expect(await open()).toEqual([])
    await later(2)
    expect(await open()).toEqual([{ kind: 'late_answer', amount_cents: 700 }])
    await portal.simulator.clearFaults()
    await later(31)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await open()).toEqual([])
  })

  it('two answers ‘not found’ do not count while only one instance’s clock says that the required time has passed', async () => {
    const { read } = await lost('drop_before_commit')
    portal.clock.forward(0.5)
    await portal.sweep()
    portal.clock.forward(10)
    await portal.sweep()
    expect(await read()).toMatchObject({ state: 'unknown' })
  })

  it('a webhook before the query knows its sale is retried', async () => {
    const { sales, read, token } = await lost('drop_before_commit')
    await portal.simulator.fault('query_lag')
    await sellLate(`${token}A1`)
    must(await notify((await sales())[0]?.payment_id))
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'unknown' })
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'captured' })
  })

  it('a webhook of an unknown sale is queried for a day without failing a job', async () => {
    const reference = '11111111-1111-4111-8111-111111111111'
    must(await notify(reference))
    const job = () =>
      portal.db
        .selectFrom('job')
        .select(['done_at', 'dead_at', 'last_error'])
        .where('kind', '=', 'acquirer_event')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    await portal.runJobs()
    expect(await job()).toEqual({ done_at: null, dead_at: null, last_error: null })
    portal.clock.forward(25 * 60)
    await portal.runJobs()
    expect(await job()).toMatchObject({ done_at: portal.clock.now() })
  })
})

it('rechecks of an attempt without a waiting payment slow down to half an hour, for a day', () => {
  const graceMs = minuteMs
  const asked: number[] = []
  for (let ageMs = graceMs; ageMs < reviewAfterMs; ageMs += unattendedRecheckDelayMs(ageMs, graceMs))
    asked.push(ageMs)
  const gaps = asked.slice(1).map((ageMs, n) => ageMs - (asked[n] ?? 0))
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
  expect(gaps.every((gap) => gap % graceMs === 0 && gap <= 30 * minuteMs)).toBe(true)
  expect(asked.at(-1)).toBeGreaterThan(23 * hourMs)
})

/** Sells under a key that was queried all day. */
async function sellLate(orderKey: string): Promise<void> {
  const reply = await fetch(`${portal.simulator.url}/1/sales`, {
    method: 'POST',
    headers: {
      merchantid: '00000000-0000-4000-8000-000000000000',
      merchantkey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      MerchantOrderId: orderKey,
      Customer: { Name: 'Maria' },
      Payment: {
        Type: 'CreditCard',
        Amount: 700,
        Installments: 1,
        Capture: true,
        CreditCard: {
          CardNumber: cardEndingIn(1),
          Holder: 'MARIA',
          ExpirationDate: '12/2030',
          SecurityCode: '123',
          Brand: 'Visa',
        },
      },
    }),
  })
  expect(reply.status).toBe(201)
}
