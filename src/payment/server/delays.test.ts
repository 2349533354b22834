import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NextAction } from '#acquirer/acquirer.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import { staffMember } from '#test/support/staff.ts'

const second = secondAcquirer()
const portal = portalOfFile({
  books: second,
  acquirers: () => ({ all: { second: second.acquirer }, defaultName: 'second' }),
})
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})
afterEach(() => {
  second.delayChanges(null)
  second.waitForPayer(null)
})

const inMinutes = (minutes: number) => portal.clock.minutesAgo(-minutes)
const stateOf = async (token: string) =>
  (await portal.db.selectFrom('payment').select('state').where('token', '=', token).executeTakeFirstOrThrow())
    .state
const saleOf = async (token: string) => {
  const { order_key } = await portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('order_key')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  return second.sale(order_key)
}
const asked = (id: RegExp) => second.calls.filter((call) => id.test(call)).length
const jobsOf = (kind: string) =>
  portal.db
    .selectFrom('job')
    .select(['run_at', 'tries', 'done_at', 'last_error'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function opened() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  return { client, code, token: await openTransaction(client, code) }
}

async function paid(): Promise<string> {
  const { client, token } = await opened()
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return token
}

/** The job has run once by then. */
async function refund(token: string, value: number, kept: number): Promise<void> {
  const wish = { value, kept, reason: 'Cobrança indevida' }
  const answer = must(await manager.post(`/api/staff/transactions/${token}/refund`, wish))
  expect(at(answer.body, 'data.state')).toBe('refunding')
  await portal.runJobs()
}

describe('a refund', () => {
  it('postponed by the acquirer is requested again at that instant', async () => {
    const token = await paid()
    const notBefore = inMinutes(90)
    second.delayChanges({ outcome: 'later', notBefore })
    await refund(token, 3, 7)
    expect(await jobsOf('refund')).toEqual({ run_at: notBefore, tries: 0, done_at: null, last_error: null })
    const times = asked(/^R/)
    second.delayChanges(null)
    portal.clock.forward(89)
    await portal.runJobs()
    expect(asked(/^R/)).toBe(times)
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await stateOf(token)).toBe('partly_refunded')
    expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 300 })
  })

  it('accepted by the acquirer is queried, not requested twice, and then confirmed', async () => {
    const token = await paid()
    second.delayChanges({ outcome: 'pending', until: inMinutes(3 * 24 * 60) })
    await refund(token, 7, 7)
    const times = asked(/^R/)
    for (let looks = 0; looks < 5; looks += 1) {
      portal.clock.forward(31)
      await portal.runJobs()
    }
    expect(asked(/^R/)).toBe(times)
    expect(await stateOf(token)).toBe('refunding')
    expect(await jobsOf('refund')).toMatchObject({ tries: 0, done_at: null, last_error: null })
    second.finishChanges()
    portal.clock.forward(31)
    await portal.runJobs()
    expect(await stateOf(token)).toBe('refunded')
    expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 700 })
  })
})

describe('money that is not owed', () => {
  it.each(['later', 'pending'] as const)('is reversed when the acquirer answers %s', async (outcome) => {
    const { client, code, token } = await opened()
    second.waitForPayer({ nextAction: { type: 'url', url: 'https://bank' }, expiresAt: inMinutes(15) })
    must(await pay(client, token, cardEndingIn(1)))
    // The machine payment's commit enqueues the job that would end the sale.
    second.payAll()
    const at20 = inMinutes(20)
    second.delayChanges(outcome === 'later' ? { outcome, notBefore: at20 } : { outcome, until: at20 })
    const cash = { lot_id: 1, code, amount: 7, method: 'cash', paid_at: portal.clock.now().toISOString() }
    must(await portal.gate().payment(cash))
    portal.clock.forward(16)
    await portal.sweep()
    await portal.runJobs()
    expect(await stateOf(token)).toBe('refunding')
    expect(await jobsOf('give_back')).toEqual({ run_at: at20, tries: 0, done_at: null, last_error: null })
    second.finishChanges()
    portal.clock.forward(4)
    await portal.runJobs()
    expect(await stateOf(token)).toBe('refunded')
    expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 700 })
  })
})

describe('the end of a hold', () => {
  it('postponed by the acquirer stays held until that instant, then it is captured', async () => {
    const car = await reserved(portal)
    second.delayChanges({ outcome: 'later', notBefore: inMinutes(60) })
    await car.cancel()
    expect(await stateOf(car.token)).toBe('authorised')
    second.delayChanges(null)
    portal.clock.forward(59)
    await portal.sweep()
    expect(await stateOf(car.token)).toBe('authorised')
    portal.clock.forward(1)
    await portal.sweep()
    expect(await stateOf(car.token)).toBe('captured')
    expect(await saleOf(car.token)).toMatchObject({ captured: 1500 })
  })

  it('accepted by the acquirer is requested under the same id until it is done', async () => {
    const car = await reserved(portal)
    const first = second.calls.length
    second.delayChanges({ outcome: 'pending', until: inMinutes(45) })
    await car.cancel()
    expect(await stateOf(car.token)).toBe('capturing')
    portal.clock.forward(30)
    await portal.sweep()
    expect(await stateOf(car.token)).toBe('capturing')
    second.finishChanges()
    portal.clock.forward(16)
    await portal.sweep()
    expect(await stateOf(car.token)).toBe('captured')
    expect(new Set(second.calls.slice(first)).size).toBe(1)
    expect(await saleOf(car.token)).toMatchObject({ captured: 1500 })
  })

  it('confirmed late: the stay’s price and exit deadline do not change', async () => {
    const car = await reserved(portal, 1)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(110)
    const asked = portal.clock.now().getTime()
    second.delayChanges({ outcome: 'pending', until: inMinutes(20) })
    expect(at(must(await car.confirm()).body, 'data.needs_reload')).toBe(true)
    // From minute 121 on it would cost 7,00; the answer is honoured for 15 minutes.
    portal.clock.forward(20)
    second.finishChanges()
    await portal.sweep()
    expect(await saleOf(car.token)).toMatchObject({ captured: 600 })
    const { reserve } = Object(at(must(await car.read()).body, 'data'))
    expect(reserve).toMatchObject({ state: 'exit_confirmed' })
    expect(Date.parse(String(at(reserve, 'exit_until')))).toBe(asked + 30 * 60_000)
  })
})

describe('a sale that waits for its payer', () => {
  const cardholder = { ok: false, state: 'awaiting_cardholder' } as const
  const shows: readonly [NextAction, { ok: boolean; state: string; reason: RegExp | null }][] = [
    [
      { type: 'url', url: 'https://bank/1' },
      { ...cardholder, reason: /página do seu banco/ },
    ],
    [
      { type: 'qr', text: '0002012658' },
      { ok: true, state: 'awaiting_payment', reason: null },
    ],
    [
      { type: 'authenticate', data: { token: 't' } },
      { ...cardholder, reason: /com o seu banco/ },
    ],
  ]

  it.each(shows)(
    'shown %o: stays open for as long as the acquirer allows, and is paid',
    async (show, told) => {
      const { client, token } = await opened()
      second.waitForPayer({ nextAction: show, expiresAt: inMinutes(40) })
      const answer = must(await pay(client, token, cardEndingIn(1))).body
      expect(answer).toMatchObject({
        data: {
          ok: told.ok,
          reason: told.reason && expect.stringMatching(told.reason),
          authUrl: show.type === 'url' ? show.url : null,
          transaction: { state: told.state },
        },
      })
      portal.clock.forward(39)
      await portal.sweep()
      expect(await stateOf(token)).toBe(told.state)
      second.payAll()
      portal.clock.forward(1)
      await portal.sweep()
      expect(await stateOf(token)).toBe('captured')
    },
  )

  it('ends when its time has expired', async () => {
    const { client, token } = await opened()
    second.waitForPayer({ nextAction: { type: 'qr', text: '0002012658' }, expiresAt: inMinutes(40) })
    must(await pay(client, token, cardEndingIn(1)))
    portal.clock.forward(40)
    await portal.sweep()
    expect(await stateOf(token)).toBe('created')
  })

  it.each(shows)('shown %o: is ended at the acquirer when the driver cancels', async (show) => {
    const { client, token } = await opened()
    second.waitForPayer({ nextAction: show, expiresAt: inMinutes(40) })
    must(await pay(client, token, cardEndingIn(1)))
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    expect(await stateOf(token)).toBe('cancelled')
    expect(await saleOf(token)).toMatchObject({ ended: true, open: null, captured: 0 })
  })

  it('is ended at the acquirer when another payer paid the ticket', async () => {
    const { client, code, token } = await opened()
    second.waitForPayer({ nextAction: { type: 'qr', text: '0002012658' }, expiresAt: inMinutes(40) })
    must(await pay(client, token, cardEndingIn(1)))
    second.waitForPayer(null)
    const other = portal.client()
    must(await pay(other, await openTransaction(other, code), cardEndingIn(1)))
    await portal.runJobs()
    expect(await stateOf(token)).toBe('cancelled')
    expect(await saleOf(token)).toMatchObject({ ended: true, open: null, captured: 0 })
  })
})
