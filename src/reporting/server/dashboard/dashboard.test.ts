import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let supervisor: PortalClient
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
})

const read = async (query: string) => must(await supervisor.get(`/api/staff/dashboard?${query}`)).body
const month = 'from=2026-03-01&to=2026-03-31'
const rowOf = (body: unknown, period: string) => {
  const rows = at(body, 'data.rows')
  return Array.isArray(rows) ? rows.find((row) => at(row, 'period') === period) : undefined
}

describe('the dashboard', () => {
  it('sums what was captured, refused, paid at machines and came in, by the lot’s own day', async () => {
    const before = rowOf(await read(month), '2026-03-10')
    const client = portal.client()
    const paid = await openTransaction(client, await portal.openTicket(130))
    must(await pay(client, paid, cardEndingIn(1)))
    const refused = await openTransaction(portal.client(), await portal.openTicket(130))
    await pay(client, refused, cardEndingIn(2))
    const code = await portal.openTicket(130, 2)
    const paid_at = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code, amount: 13, paid_at, method: 'cash' }))
    await portal.upkeep()

    const all = await read(month)
    expect(at(all, 'data.rows.length')).toBe(31)
    expect(rowOf(all, '2026-03-10')).toEqual({
      period: '2026-03-10',
      captured: 7,
      pix: 0,
      refunded: 0,
      machine: Number(at(before, 'machine')) + 13,
      till: 0,
      payments: 1,
      refusals: 1,
      entries: Number(at(before, 'entries')) + 3,
      peak: expect.any(Number),
    })
    expect(rowOf(all, '2026-03-11')).toMatchObject({ captured: 0, entries: 0, peak: null })
    expect(at(all, 'data.totals')).toMatchObject({ captured: 7, payments: 1, refusals: 1 })
    expect(await read(`${month}&lot_id=`)).toEqual(await read(month))
    expect(at(await read(`${month}&lot_id=2`), 'data.totals.captured')).toBe(0)
    expect(at(await read(`${month}&lot_id=1`), 'data.totals.captured')).toBe(7)
    const year = await read('from=2026-01-01&to=2026-12-31&by=month')
    expect(at(year, 'data.rows.length')).toBe(12)
    expect(rowOf(year, '2026-03')).toMatchObject({ captured: 7, payments: 1 })
  })

  it('a payment just before midnight in São Paulo belongs to that day, not to the next one of UTC', async () => {
    portal.clock.forward(11 * 60 - 5) // 15:00Z to 01:55Z is 22:55 on the 10th there
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    must(await pay(client, token, cardEndingIn(1)))
    expect(rowOf(await read('from=2026-03-10&to=2026-03-11'), '2026-03-10')).toMatchObject({ payments: 2 })
    expect(rowOf(await read('from=2026-03-10&to=2026-03-11'), '2026-03-11')).toMatchObject({ payments: 0 })
  })

  it.each([
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2024-01-01&to=2026-03-01', 'to'],
    ['from=x&to=2026-03-01', 'from'],
  ])('%s is 422 at %s', async (query, field) => {
    const reply = await supervisor.get(`/api/staff/dashboard?${query}`)
    expect(reply.status).toBe(422)
    expect(Object.keys(at(reply.body, 'errors') ?? {})).toEqual([field])
  })
})
