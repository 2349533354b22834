import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { previewClosing } from '#closing/backoffice.ts'
import { sumOpenDay } from '#closing/sumOpenDay.ts'
import { closeDays } from '#closing/server/flow/closeDays.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { bookMachine } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const readToday = async () => at(must(await manager.get('/api/staff/today')).body, 'data')
async function lot(id = 1): Promise<unknown> {
  const lots = at(await readToday(), 'lots')
  return Array.isArray(lots) ? lots.find((one: unknown) => at(one, 'id') === id) : undefined
}

/** A ticket of 7 reais paid by card through the portal. */
async function payTicket(): Promise<string> {
  const driver = portal.client()
  const token = await openTransaction(driver, await portal.openTicket(130))
  must(await pay(driver, token, cardEndingIn(1)))
  return token
}
async function payAtMachine(method: string, amount: number, lotId = 1): Promise<void> {
  const code = await portal.openTicket(130, lotId)
  const paid_at = portal.clock.now().toISOString()
  must(await portal.gate().payment({ code, amount, paid_at, method }))
}
const methods = z.array(z.object({ text: z.string(), value: z.number() }))
async function otherOfLot2(): Promise<number> {
  return (
    z.parse(methods, at(await lot(2), 'methods')).find(({ text }) => text === 'Máquina, outro')?.value ?? 0
  )
}
/** Total of the list that a figure names. */
async function listed(figure: unknown): Promise<unknown> {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(at(figure, 'list.query'))))
  const reply = await manager.get(`/api/staff/${String(at(figure, 'list.name'))}?${query.toString()}`)
  return at(must(reply).body, 'meta.total')
}

describe('today', () => {
  it('has nothing to compare with on the first day', async () => {
    const before = Number(at(await lot(), 'machine.value'))
    await payTicket()
    await payAtMachine('Dinheiro', 13)
    const other = await otherOfLot2()
    await payAtMachine('vale', 13, 2)
    expect(await lot()).toMatchObject({
      name: 'Garagem Centro',
      day: '2026-03-10',
      portal: { value: 7, before: 0, change: null },
      machine: { value: before + 13, before: 0, change: null },
      till: { value: 0, before: 0, change: null },
      total: { value: before + 20 },
      methods: expect.arrayContaining([
        expect.objectContaining({ method: 'credit', text: 'Crédito', value: 7 }),
        expect.objectContaining({ method: 'machine_cash', text: 'Máquina, dinheiro' }),
      ]),
    })
    expect(await otherOfLot2()).toBe(other + 13)
    const hours = at(await lot(), 'hours')
    expect(hours).toHaveLength(13)
    expect(at(hours, '12')).toMatchObject({ hour: 12, portal: 7, till: 0 })
  })

  it('names the devices whose silence has an open alert, in each of their lots', async () => {
    const silent = async () => [at(await lot(1), 'silent'), at(await lot(2), 'silent')]
    expect(await silent()).toEqual([[], []])
    const now = portal.clock.now()
    await sql`
      with device as (update device set name = 'Totem', lot_ids = '{1,2}' returning id)
      insert into alert (kind, lot_ids, ref, text, since, raised_at)
      select 'device_silent', '{1,2}', id, 'Totem está em silêncio', ${now}, ${now} from device`.execute(
      portal.db,
    )
    expect(await silent()).toEqual([['Totem'], ['Totem']])
    await sql`update alert set cleared_at = ${now}`.execute(portal.db)
    expect(await silent()).toEqual([[], []])
  })

  it('each count equals its list’s total, also with an open case of a captured payment', async () => {
    const review = async () => Number(at(await readToday(), 'waiting.review.value'))
    const before = await review()
    await sql`
      insert into review_case (payment_id, kind, amount_cents, opened_at)
      select id, 'void_denied', 700, created_at from payment where state = 'captured' limit 1`.execute(
      portal.db,
    )
    expect(await review()).toBe(before + 1)
    for (const id of [1, 2]) {
      const found = await lot(id)
      for (const name of ['inside', 'entered'])
        expect([name, at(found, `${name}.value`)]).toEqual([name, await listed(at(found, name))])
      const lots = must(await manager.get(`/api/staff/lots?lot_id=${id}`)).body
      expect(at(found, 'free')).toEqual({
        value: at(lots, 'data.0.free'),
        list: { name: 'lots', query: { lot_id: String(id) } },
      })
    }
    const waiting = at(await readToday(), 'waiting')
    for (const name of ['unknown', 'review', 'disputes', 'alerts', 'contests'])
      expect(at(waiting, `${name}.value`)).toBe(await listed(at(waiting, name)))
  })

  it('counts what waits as its lists do', async () => {
    const counts = at(must(await manager.get('/api/staff/waiting')).body, 'data')
    for (const name of ['disputes', 'alerts', 'contests'])
      expect(at(counts, name)).toBe(await listed({ list: { name, query: { state: 'open' } } }))
    const inReview = { list: { name: 'transactions', query: { state: 'waiting' } } }
    expect(at(counts, 'review')).toBe(await listed(inReview))
  })

  it('equals the open closing in captured money', async () => {
    const preview = must(await manager.get('/api/staff/closings/preview?lot_id=1')).body
    expect(at(await lot(), 'portal.value')).toBe(at(preview, 'data.totals.net'))
    expect(at(await lot(), 'machine.value')).toBe(at(preview, 'data.totals.machine'))
  })

  it('is compared with the same weekday of the week before, up to the same minute, less refunds', async () => {
    portal.clock.forward(2)
    await payTicket() // two minutes later than the minute that is compared a week later
    portal.clock.forward(7 * 24 * 60 - 2)
    manager = await staffMember(portal, 2)
    const token = await payTicket()
    await payTicket()
    expect(await lot()).toMatchObject({
      day: '2026-03-17',
      portal: { value: 14, before: 7, change: 100 },
    })
    const refund = { value: 3.5, kept: 7, reason: 'Cobrado a mais' }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, refund))
    await portal.runJobs()
    expect(at(await lot(), 'portal')).toMatchObject({ value: 10.5, before: 7, change: 50 })
    portal.clock.forward(2)
    expect(at(await lot(), 'portal')).toMatchObject({ value: 10.5, before: 14, change: -25 })
  })

  it('equals the open closing in each sum, late money included', async () => {
    await closeDays(portal.deps.closing)
    await payAtMachine('cash', 2)
    await payAtMachine('Dinheiro', 5)
    const yesterday = addMs(portal.clock.now(), -dayMs)
    await bookMachine(portal.db, { lot: 1, at: yesterday, cents: 700 })
    const reply = must(await manager.get('/api/staff/closings/preview?lot_id=1')).body
    const { lines, totals } = z.parse(previewClosing.reply, reply).data
    expect(totals.late).toBe(7)
    const today = await lot()
    const openDay = sumOpenDay(lines, totals)
    expect(openDay.total).toBe(at(today, 'total.value'))
    expect(openDay.methods).toEqual(z.parse(methods, at(today, 'methods')))
    expect(openDay.methods).toContainEqual({ text: 'Máquina, dinheiro', value: 7 })
  })

  it('an hour after midnight is a new day of the lot, not of UTC', async () => {
    portal.clock.forward(10 * 60) // 22:02 in São Paulo, 01:02 of the next day in UTC
    manager = await staffMember(portal, 2)
    expect(await lot()).toMatchObject({ day: '2026-03-17', portal: { value: 10.5 } })
    portal.clock.forward(2 * 60)
    expect(await lot()).toMatchObject({ day: '2026-03-18', portal: { value: 0 }, hours: [{ hour: 0 }] })
  })

  it('counts payments and refusals of the lot', async () => {
    const counts = async () => [at(await lot(), 'payments'), at(await lot(), 'refusals')].map(Number)
    const [payments = 0, refusals = 0] = await counts()
    await payTicket()
    const driver = portal.client()
    const refused = await openTransaction(driver, await portal.openTicket(130))
    await pay(driver, refused, cardEndingIn(2))
    expect(await counts()).toEqual([payments + 1, refusals + 1])
  })
})
