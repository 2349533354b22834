import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { openShop, undone, validate, validated } from '#test/support/garage/shop.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
type Shop = Awaited<ReturnType<typeof openShop>>
let sol: Shop
let lua: Shop
let manager: PortalClient
let gate: Gate
beforeAll(async () => {
  sol = await openShop(portal)
  lua = await openShop(portal, 'Padaria Lua')
  manager = await staffMember(portal, 2)
  gate = portal.gate()
})

const two = { kind: 'minutes', value: 120 } as const
const all = { kind: 'all' } as const
const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
const stateFor = async (code: string) =>
  at(must(await portal.client().get(`/api/tk_ticket?code=${code}`)).body, 'data.ticket')
const ticketOf = async (code: string) =>
  at(must(await manager.get(`/api/staff/tickets/${code}/edit`)).body, 'data')
const leaves = (code: string, minutesAgo = 0) =>
  gate.exit({ lot_id: 1, gate: 'S1', code, at: ago(minutesAgo) })
const machineTakes = (code: string, amount: number, minutesAgo = 0) =>
  gate.payment({ code, amount, paid_at: ago(minutesAgo), method: 'cash' })
const rowOf = (id: number) =>
  portal.db.selectFrom('validation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a validation that a payment told late undoes', () => {
  it('does not lower what was due when it was paid: the payment opens the exit', async () => {
    const code = await portal.openTicket(125)
    const id = await validated(portal, code, sol, two)
    const told = must(await machineTakes(code, 6, 7))
    expect(told.body).toMatchObject({ paid: true, deadline: expect.any(String) })
    expect(await rowOf(id)).toMatchObject({ granted_cents: null, reason: 'Pago ou saiu antes' })
    expect(await stateFor(code)).toMatchObject({ state: 'paid', value: 0 })
  })
})

describe('all', () => {
  it('that is undone, and kept by an exit within five minutes, leaves nothing owed', async () => {
    const code = await portal.openTicket(178)
    const id = await validated(portal, code, sol, all)
    portal.clock.forward(2)
    await undone(portal, id)
    portal.clock.forward(4)
    expect(must(await leaves(code)).body).toMatchObject({ open: true })
    expect(await rowOf(id)).toMatchObject({ granted_cents: 700, undone_at: null })
    expect(await ticketOf(code)).toMatchObject({ owed: null })
  })

  it('that is undone, and kept by a machine’s payment of the whole price, flags the excess', async () => {
    const code = await portal.openTicket(150)
    const id = await validated(portal, code, sol, all)
    await undone(portal, id)
    must(await machineTakes(code, 7))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 700, undone_at: null })
    expect(await ticketOf(code)).toMatchObject({ overpaid: { value: 7 } })
    expect(JSON.stringify(at(await ticketOf(code), 'history'))).toContain('Pago a mais')
  })

  it('is refused within the exit tolerance after a validation that covered the price', async () => {
    const code = await portal.openTicket(119)
    await validated(portal, code, lua, two)
    portal.clock.forward(5)
    expect(await stateFor(code)).toMatchObject({ state: 'covered', value: 0 })
    expect(await validate(portal, code, sol, all)).toBe('nothing_due')
  })
})

describe('undone', () => {
  const isKept = { granted_cents: 600, undone_at: null }

  it('a payment within its five minutes that is told after them fixes it after all', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    await undone(portal, id)
    portal.clock.forward(6)
    expect(must(await machineTakes(code, 1, 2)).body).toMatchObject({ paid: true })
    expect(await rowOf(id)).toMatchObject(isKept)
  })

  it('a car that left within them, or before, owes nothing when that is told later', async () => {
    for (const minutesAgo of [2, 7]) {
      const code = await portal.openTicket(60)
      const id = await validated(portal, code, sol, two)
      portal.clock.forward(2)
      await undone(portal, id)
      portal.clock.forward(6)
      expect(must(await leaves(code, minutesAgo)).body).toMatchObject({ open: true })
      expect(await rowOf(id)).toMatchObject(isKept)
      expect(await ticketOf(code)).toMatchObject({ owed: null })
    }
  })

  it('a payment told after the exit leaves it undone, because the car left owing the whole', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    await undone(portal, id)
    portal.clock.forward(6)
    must(await manager.post(`/api/staff/tickets/${code}/exit`, { reason: 'Já tinha saído', left: true }))
    must(await machineTakes(code, 1, 2))
    expect(await rowOf(id)).toMatchObject({ granted_cents: null })
    expect(await ticketOf(code)).toMatchObject({ owed: { value: 6 } })
  })

  it('a payment told late leaves it undone where another one took its place', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    await undone(portal, id)
    const next = await validated(portal, code, sol, { kind: 'minutes', value: 60 })
    portal.clock.forward(6)
    must(await machineTakes(code, 1, 8))
    expect(await rowOf(id)).toMatchObject({ granted_cents: null })
    expect(await rowOf(next)).toMatchObject({ granted_cents: 600 })
  })

  it('another shop’s all and a waiver leave it undone', async () => {
    const [byShop, byStaff] = [await portal.openTicket(150), await portal.openTicket(150)]
    const ids = [await validated(portal, byShop, lua, two), await validated(portal, byStaff, lua, two)]
    for (const id of ids) await undone(portal, id)
    await validated(portal, byShop, sol, all)
    must(await manager.post(`/api/staff/tickets/${byStaff}/waive`, { reason: 'Cortesia' }))
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({ granted_cents: null, undone_at: expect.any(Date) })
    for (const code of [byShop, byStaff]) expect(await stateFor(code)).toMatchObject({ state: 'paid' })
    portal.clock.forward(20)
    for (const code of [byShop, byStaff]) expect(await stateFor(code)).toMatchObject({ value: 6 })
  })
})

describe('what a machine took too much', () => {
  it('is shown on the ticket where the portal’s payment keeps no money', async () => {
    const code = await portal.openTicket(130)
    await validated(portal, code, sol, two)
    const client = portal.client()
    const token = await openTransaction(client, code)
    must(await pay(client, token, cardEndingIn(1)))
    const refund = { reason: 'Cortesia', kept: 1, value: 1 }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, refund))
    await portal.runJobs()
    must(await machineTakes(code, 7))
    expect(await ticketOf(code)).toMatchObject({ overpaid: { value: 7 } })
  })
})
