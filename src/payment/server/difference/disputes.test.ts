import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findRunAt } from '#kit/server/jobs/queue.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { openDisputeText } from '../../cases.ts'
import { recordSaleEvent } from './saleEvents.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeEach(async () => {
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, close, paid, keptOf, notify, dispute, later, casesOf } = saleActions(() => ({
  portal,
  manager,
}))
const events = z.object({ events: z.array(z.object({ number: z.nullable(z.string()) })) })

it('a refund beside an open dispute says that the bank may refund, too', async () => {
  const { token } = await paid('chargeback')
  await later(3)
  await notify(token, 7)
  const refund = (value: number, kept: number) =>
    manager.post(`/api/staff/transactions/${token}/refund`, { value, kept, reason: 'Cliente pediu' })
  expect(must(await refund(2, 7)).body).toMatchObject({ warnings: [openDisputeText] })
  await portal.runJobs()
  must(await close(token, 'chargeback'))
  expect(at(must(await refund(5, 5)).body, 'warnings')).toBeUndefined()
})

describe('a ticket paid here and at a machine, then disputed at the bank', () => {
  async function paidTwice() {
    const { client, code, token, read } = await paid('chargeback')
    const paid_at = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code, amount: 7, method: 'cash', paid_at }))
    await later(3)
    await notify(token, 7)
    const contest = async (reason: string) =>
      at(must(await client.post(`/api/pm_transaction/${token}/contest`, { reason })).body, 'data')
    /** A manager accepts the contest with a refund of R$ 7,00. */
    const accept = async () => {
      const listed = at(must(await manager.get(`/api/staff/contests?q=${code}`)).body, 'data.0.id')
      const path = `/api/staff/contests/${String(listed)}`
      expect(at(must(await manager.get(`${path}/edit`)).body, 'data.is_disputed')).toBe(true)
      return manager.post(`${path}/answer`, { decision: 'accepted', value: 7, answer: 'Devolvemos.' })
    }
    return { token, read, contest, accept }
  }

  it.each([
    ['an open chargeback', false],
    ['a chargeback that staff closed', true],
  ])('%s: no rule refunds a contest', async (_what, isClosed) => {
    const { token, contest } = await paidTwice()
    if (isClosed) must(await close(token, 'chargeback'))
    expect(await contest('charged_twice')).toMatchObject({ state: 'open', refunded: null })
    await portal.runJobs()
    expect(await keptOf(token)).toBe(700)
    if (!isClosed) must(await close(token, 'chargeback'))
  })

  it('staff who refund by the contest are warned; nothing is over of a payment that the bank takes back', async () => {
    const { token, contest, accept } = await paidTwice()
    await contest('other')
    const decided = { decision: 'give_back', reason: 'Cliente pediu', value: 7 }
    const answered = await manager.post(`/api/staff/transactions/${token}/attempts/1`, decided)
    expect(answered).toMatchObject({ status: 409, body: { code: 'refund_changed' } })
    expect(must(await accept()).body).toMatchObject({ warnings: [openDisputeText] })
    await portal.runJobs()
    must(await close(token, 'chargeback'))
  })
})

describe('a second dispute of one sale', () => {
  /** A first dispute closed by staff; the query shows the second after so many minutes. */
  async function disputedTwice(afterMinutes: number, shownAfter: number | null) {
    const { token } = await paid('chargeback')
    await later(3)
    await notify(token, 7)
    must(await close(token, 'chargeback'))
    await later(afterMinutes)
    await notify(token, 7)
    expect((await casesOf(token)).filter(({ closed_at }) => closed_at === null)).toEqual([])
    if (shownAfter !== null) await dispute(token)
    await later(31)
    await later(31)
    manager = await staffMember(portal, 2)
    return { token, file: await open(token) }
  }

  it.each([
    ['on the same day', 120],
    ['days later', 3 * 24 * 60],
  ])('%s, shown late by the query: another case with its own number', async (_when, minutes) => {
    const { token, file } = await disputedTwice(minutes, 30)
    expect(file).toMatchObject({ cases: [{ kind: 'chargeback', amount: { value: 7 }, notifications: 1 }] })
    const [first, second, ...others] = z.parse(events, file).events
    expect(others).toEqual([])
    expect(second?.number).not.toBe(first?.number)
    must(await close(token, 'chargeback'))
  })

  it.each([
    ['the capture', 1, null],
    ['another dispute', 7, expect.any(Date)],
  ])(
    'a dispute shown three hours after a webhook of %s: queried again only in the second case',
    async (_what, first, putOff) => {
      const { token } = await paid()
      await notify(token, first)
      await later(180)
      await dispute(token)
      await notify(token, 7)
      const { unique_key } = await portal.db
        .selectFrom('job')
        .select('unique_key')
        .where('kind', '=', 'acquirer_event')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(await findRunAt(portal.db, unique_key)).toEqual(putOff)
      manager = await staffMember(portal, 2)
      must(await close(token, 'chargeback'))
    },
  )

  it('never shown by a query: a case, even after another unshown one', async () => {
    const { token } = await paid()
    for (const cases of [1, 2]) {
      await later(3 * 24 * 60)
      await notify(token, 7)
      await notify(token, 7)
      for (let hours = 0; hours < 26; hours += 13) await later(13 * 60)
      await later(31)
      expect(await casesOf(token)).toHaveLength(cases)
      manager = await staffMember(portal, 2)
      expect(at(await open(token), 'events.0.number')).toBeNull()
      must(await close(token, 'chargeback'))
    }
  })

  it.each([
    ['on the same day', 120],
    ['days later', 3 * 24 * 60],
  ])('repeated %s: no second case', async (_when, minutes) => {
    const { token } = await disputedTwice(minutes, null)
    await later(26 * 60)
    await later(31)
    expect(await casesOf(token)).toHaveLength(1)
  })

  /** Two at a time. */
  const hours = async (count: number) => {
    for (let left = count; left > 0; left -= 2) await later(Math.min(2, left) * 60)
    manager = await staffMember(portal, 2)
  }
  const eventsOf = async (token: string) => z.parse(events, await open(token)).events

  it('a webhook ten hours after an unshown one: the open case covers both with the same sum', async () => {
    const { token } = await paid()
    await later(3 * 24 * 60)
    await notify(token, 7)
    // The acquirer repeats it for an hour and a half.
    await later(90)
    await notify(token, 7)
    await hours(10)
    await notify(token, 7)
    await notify(token, 7)
    await hours(16)
    expect(await eventsOf(token)).toEqual([{ number: null }])
    await hours(10)
    expect(await eventsOf(token)).toEqual([{ number: null }, { number: null }])
    const mailed = portal.db.selectFrom('mail').select('id').where('unique_key', 'like', '%')
    expect(await mailed.where('at', '>=', portal.clock.minutesAgo(10 * 60)).execute()).toHaveLength(1)
    await hours(26)
    expect(await open(token)).toMatchObject({
      cases: [{ kind: 'chargeback', amount: { value: 7 }, notifications: 2 }],
      events: [{}, {}],
    })
    must(await close(token, 'chargeback'))
    expect(await casesOf(token)).toHaveLength(1)
  })

  it('a webhook ten hours after an unshown one with a closed case: another case', async () => {
    const { token } = await paid()
    await later(3 * 24 * 60)
    await notify(token, 7)
    await hours(10)
    await notify(token, 7)
    await hours(15)
    must(await close(token, 'chargeback'))
    await hours(12)
    expect(await open(token)).toMatchObject({ cases: [{ kind: 'chargeback', amount: { value: 7 } }] })
    must(await close(token, 'chargeback'))
  })

  it('a webhook three hours after the first, both shown later: both are stored', async () => {
    const { token } = await paid()
    await later(3 * 24 * 60)
    await notify(token, 7)
    await hours(3)
    await notify(token, 7)
    await dispute(token)
    await hours(1)
    expect(await eventsOf(token)).toHaveLength(1)
    await dispute(token)
    await hours(2)
    expect(new Set((await eventsOf(token)).map(({ number }) => number)).size).toBe(2)
    must(await close(token, 'chargeback'))
  })

  async function noting() {
    const { token } = await paid()
    const attempt = await portal.db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .selectAll('attempt')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const note = (number: string) =>
      recordSaleEvent(
        portal.db,
        { attempt, now: portal.clock.now() },
        { kind: 'chargeback', number, amountCents: 700 },
      )
    return { token, note }
  }

  it('a webhook, shown by a query later: the same event while its case is open', async () => {
    const { token, note } = await noting()
    await note('told 2026-11-20T12:00:00.000Z')
    await note('2401')
    expect(await open(token)).toMatchObject({
      cases: [{ kind: 'chargeback', amount: { value: 7 } }],
      events: [{ number: '2401' }],
    })
    must(await close(token, 'chargeback'))
    await note('told 2026-11-22T12:00:00.000Z')
    must(await close(token, 'chargeback'))
    await note('2402')
    expect(await casesOf(token)).toHaveLength(3)
    must(await close(token, 'chargeback'))
  })
})
