import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { leaseRefund, markUnconfirmed, releaseLease } from '../refundLeases.ts'
import { getRefund } from '#payment/server/ledger/refunds.ts'

const portal = portalOfFile({
  acquirerTimeoutMs: 1_200,
  acquirers: (cielo, _bacen, cieloPix) => acquirersOf(cielo, cieloPix),
})
let manager: PortalClient
beforeEach(async () => {
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, refund, paid, keptOf, later, mails, casesOf, giveBackOutside } = saleActions(() => ({
  portal,
  manager,
}))
const reason = 'Conferido no site da adquirente'
const say = (token: string, decision: string) =>
  manager.post(`/api/staff/transactions/${token}/decide`, { decision, reason })

/** A first partial refund under a fault; its job runs again once the loss is certain. */
async function doubted(fault: string) {
  const sold = await paid()
  await portal.simulator.fault(fault)
  expect(await refund(sold.token, 2, 7)).toMatchObject({ state: 'refunding' })
  expect(await casesOf(sold.token)).toEqual([])
  await later(12)
  return sold
}

describe('a first partial refund without an answer, of a sale whose query shows no refund', () => {
  it.each([
    ['drop_before_commit', 700],
    ['void_untold', 500],
  ] as const)('%s: sent once, however long it takes; a case with its sum', async (fault, keptCents) => {
    const { token, read } = await doubted(fault)
    expect(await open(token)).toMatchObject({
      state: 'refunding',
      kept: { value: 7 },
      refunds: [{ state: 'asked', in_doubt: true }],
      cases: [{ kind: 'late_refund', amount: { value: 2 } }],
      can: { ask: true, decide_refund: true, refund: false },
    })
    expect(await mails('alert-late_refund-%')).toMatchObject([{ text: expect.stringContaining('R$ 2,00') }])
    const asked = portal.db
      .selectFrom('refund')
      .select(['id as refund', 'payment_id as payment', 'attempt_id as attempt'])
    const of = await asked.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const retryUnanswered = portal.logs
      .filter((line) => line.includes('has not said what became of money'))
      .at(-1)
    expect(JSON.parse(retryUnanswered ?? 'null')).toMatchObject(of)
    expect(at(await read(), 'reason')).toBe(
      'O estacionamento pediu a devolução deste pagamento ao seu cartão, e a resposta se perdeu. Ele confere se ela chegou.',
    )
    must(await say(token, 'ask'))
    await later(0)
    await later(13 * 60)
    await later(13 * 60)
    expect(await keptOf(token)).toBe(keptCents)
    manager = await staffMember(portal, 2)
    must(await say(token, keptCents === 700 ? 'not_arrived' : 'arrived'))
  })

  it('staff decide ‘not arrived’: the payment is captured as before, with the reason; a new request is made once', async () => {
    const { token, read } = await doubted('drop_before_commit')
    expect(at(must(await say(token, 'not_arrived')).body, 'data')).toMatchObject({
      state: 'captured',
      kept: { value: 7 },
      refunds: [
        {
          state: 'refused',
          in_doubt: false,
          return_code: 'unarrived',
          why: expect.stringContaining('não chegou'),
        },
      ],
      cases: [],
      can: { refund: true, decide_refund: false },
      history: expect.arrayContaining([
        expect.objectContaining({ text: 'Decisão da equipe: a devolução não chegou', reason }),
      ]),
    })
    expect(await read()).toMatchObject({ state: 'captured', reason: null })
    await later(2)
    expect(await mails('refund-mail-%')).toEqual([])
    expect(await say(token, 'not_arrived')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_decide', data: { state: 'captured' } },
    })
    expect(await refund(token, 2, 7)).toMatchObject({ state: 'partly_refunded', kept: { value: 5 } })
    expect(await keptOf(token)).toBe(500)
  })

  it('staff decide ‘arrived’: it is booked and the payer gets a mail, although no query shows it', async () => {
    const { token, read } = await doubted('void_untold')
    expect(at(must(await say(token, 'arrived')).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
      refunds: [{ state: 'confirmed' }],
      cases: [],
    })
    await portal.runJobs()
    expect(await mails('refund-%')).toMatchObject([{ text: expect.stringContaining('2,00') }])
    expect(await read()).toMatchObject({ state: 'partly_refunded' })
    // Another partial refund is not sent; a full one changes the status.
    await later(12)
    expect(await refund(token, 1, 5)).toMatchObject({ refunds: [{}, { return_code: 'unseen' }] })
    expect(await keptOf(token)).toBe(500)
  })

  it('staff decide ‘not arrived’, but it was made: the query shows it later, and the ledger follows', async () => {
    const { token } = await doubted('drop_before_commit')
    must(await say(token, 'not_arrived'))
    await giveBackOutside(token, 200)
    await later(61)
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
      cases: [{ kind: 'returned_outside' }],
    })
  })

  it('the query shows it later: booked without a decision, and a decision is refused', async () => {
    const { token } = await doubted('drop_before_commit')
    await giveBackOutside(token, 200)
    expect(await say(token, 'not_arrived')).toMatchObject({
      status: 409,
      body: { code: 'acquirer_differs' },
    })
    await portal.runJobs()
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
      refunds: [{ state: 'confirmed' }],
    })
    await later(1)
    expect(await casesOf(token)).toMatchObject([{ closed_at: expect.any(Date) }])
    expect(await keptOf(token)).toBe(500)
  })

  it('the acquirer does not answer: no decision is possible', async () => {
    const { token } = await doubted('drop_before_commit')
    await portal.simulator.fault('query_405', 4)
    for (const decision of ['arrived', 'not_arrived'])
      expect(await say(token, decision)).toMatchObject({ status: 409, body: { code: 'acquirer_silent' } })
    await portal.simulator.clearFaults()
    must(await say(token, 'not_arrived'))
  })

  it('its job gets no answer: staff decide as soon as the acquirer answers', async () => {
    const { token } = await doubted('drop_before_commit')
    await portal.simulator.fault('query_405', 1_000)
    portal.clock.forward(31)
    await portal.runJobs()
    await portal.simulator.clearFaults()
    must(await say(token, 'not_arrived'))
    expect(await keptOf(token)).toBe(700)
  })

  it('a process paused past its lease releases no other lease, and opens no case', async () => {
    const { token } = await doubted('void_untold')
    const { id } = await portal.db
      .selectFrom('refund')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const claim = async () => leaseRefund(portal.db, await getRefund(portal.db, id), 60_000)
    const sleeper = await claim()
    await portal.expireLeases()
    const other = await claim()
    if (!sleeper || !other) throw new Error('nobody had it')
    for (const wasAsked of [false, true]) await releaseLease(portal.db, sleeper, { wasAsked })
    expect(await markUnconfirmed(portal.db, sleeper)).toBe(false)
    expect(await claim()).toBeNull()
    await releaseLease(portal.db, other, { wasAsked: true })
    expect(await claim()).not.toBeNull()
    await portal.expireLeases()
    must(await say(token, 'arrived'))
  })

  it('a decision waits for the job that queries the acquirer', async () => {
    const { token } = await doubted('void_untold')
    await portal.db
      .updateTable('refund')
      .set({ claimed_until_at: sql<Date>`clock_timestamp() + interval '0.5 s'` })
      .where('state', '=', 'asked')
      .execute()
    expect(await say(token, 'arrived')).toMatchObject({ status: 200 })
  })

  it('no decision while a job holds the lease', async () => {
    const { token } = await doubted('void_untold')
    await portal.db
      .updateTable('refund')
      .set({ claimed_until_at: new Date(Date.now() + 3_600_000) })
      .where('state', '=', 'asked')
      .execute()
    expect(await say(token, 'not_arrived')).toMatchObject({
      status: 409,
      body: { code: 'refund_in_flight' },
    })
    await portal.expireLeases()
    must(await say(token, 'arrived'))
  })
})

describe('of a Pix at Cielo, whose first partial refund is lost in the same way', () => {
  async function doubtedPix() {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(125), 3)
    must(await client.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' }))
    const { reference } = await portal.db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select('reference')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    await portal.pixAtCielo.pay(reference ?? '')
    await later(1)
    await portal.pixAtCielo.fault('drop_before_commit')
    expect(await refund(token, 2, 7)).toMatchObject({ state: 'refunding' })
    await later(12)
    expect(await open(token)).toMatchObject({ can: { decide_refund: true } })
    return { token, reference: reference ?? '' }
  }

  it('staff decide ‘arrived’, and no query shows it: another partial refund is not sent, with a reason', async () => {
    const { token } = await doubtedPix()
    must(await say(token, 'arrived'))
    await later(12)
    expect(await refund(token, 1, 5)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
      refunds: [{ state: 'confirmed' }, { state: 'refused', return_code: 'unseen' }],
      cases: [{ kind: 'return_unseen', amount: { value: 2 } }],
    })
  })

  it('staff decide ‘not arrived’, but it was made: found by a query an hour later', async () => {
    const { token, reference } = await doubtedPix()
    must(await say(token, 'not_arrived'))
    const path = `/1/sales/${reference}/void?amount=200`
    await fetch(portal.simulator.url + path, { method: 'PUT', headers: simulatorMerchant })
    await later(61)
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
      cases: [{ kind: 'returned_outside' }],
    })
  })
})

describe('known outcomes need no decision', () => {
  it('a full refund whose request was lost, without answers for a day: late, and no decision is possible', async () => {
    const { token } = await paid()
    await portal.simulator.fault('drop_before_commit')
    expect(await refund(token, 7, 7)).toMatchObject({ state: 'refunding' })
    await portal.simulator.fault('query_405', 1_000)
    await later(13 * 60)
    await later(13 * 60)
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({
      cases: [{ kind: 'late_refund' }],
      can: { ask: true, decide_refund: false },
    })
    expect(await say(token, 'not_arrived')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_decide' },
    })
    await portal.simulator.clearFaults()
    await later(31)
    expect(await open(token)).toMatchObject({ state: 'refunded' })
    expect(await keptOf(token)).toBe(0)
  })

  it('a full refund whose request was lost: the status shows that, and it is sent again, once', async () => {
    const { token } = await paid()
    await portal.simulator.fault('drop_before_commit')
    expect(await refund(token, 7, 7)).toMatchObject({ state: 'refunding' })
    await later(12)
    expect(await open(token)).toMatchObject({ state: 'refunded', cases: [] })
    expect(await keptOf(token)).toBe(0)
  })

  it('a second partial refund whose request was lost: the query shows the sum of the first, and it is sent again, once', async () => {
    const { token } = await paid()
    await refund(token, 2, 7)
    await portal.simulator.fault('drop_before_commit')
    expect(await refund(token, 3, 5)).toMatchObject({ state: 'refunding' })
    await later(12)
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 2 }, cases: [] })
    expect(await keptOf(token)).toBe(200)
  })

  it('a second partial refund, made while no query shows either: staff decide whether it arrived', async () => {
    const { token } = await paid()
    await refund(token, 2, 7)
    await later(12)
    await portal.simulator.fault('void_untold')
    expect(await refund(token, 3, 5)).toMatchObject({ state: 'refunding' })
    await later(12)
    expect(await casesOf(token)).toMatchObject([{ kind: 'late_refund' }])
    await later(25 * 60)
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({ state: 'refunding', refunds: [{}, { state: 'asked' }] })
    expect(at(must(await say(token, 'arrived')).body, 'data')).toMatchObject({
      kept: { value: 2 },
      cases: [],
    })
    await portal.simulator.clearFaults()
    expect(await keptOf(token)).toBe(200)
  })

  it('the first partial refund while the query host is down: not sent, and sent later', async () => {
    const { token } = await paid()
    await portal.simulator.fault('query_405', 2)
    expect(await refund(token, 2, 7)).toMatchObject({ state: 'refunding' })
    await later(12)
    await later(31)
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 5 }, cases: [] })
    expect(await keptOf(token)).toBe(500)
  })
})
