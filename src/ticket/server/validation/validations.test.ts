import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { openShop, undone, validate, validated } from '#test/support/garage/shop.ts'
import { openTill, take, takeIdOf, undoTake } from '#test/support/garage/till.ts'
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
  await openTill(manager)
})

const two = { kind: 'minutes', value: 120 } as const
const half = { kind: 'percent', value: 50 } as const
const all = { kind: 'all' } as const
const stateFor = async (code: string) =>
  at(must(await portal.client().get(`/api/tk_ticket?code=${code}`)).body, 'data.ticket')
const ticketOf = async (code: string) =>
  at(must(await manager.get(`/api/staff/tickets/${code}/edit`)).body, 'data')
const leaves = async (code: string, minutesAgo = 0) => {
  const sent = { lot_id: 1, gate: 'S1', code, at: portal.clock.minutesAgo(minutesAgo).toISOString() }
  return must(await gate.exit(sent)).body
}
const machineTakes = (code: string, amount: number, minutesAgo = 0) =>
  gate.payment({ code, amount, paid_at: portal.clock.minutesAgo(minutesAgo).toISOString(), method: 'cash' })
const eventsOf = (code: string) =>
  portal.db
    .selectFrom('equipment_event')
    .select(['kind', 'deadline_at'])
    .where('ticket_code', '=', code)
    .orderBy('id')
    .execute()
const rowOf = (id: number) =>
  portal.db.selectFrom('validation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const inMinutes = (minutes: number) => portal.clock.minutesAgo(-minutes)
const segmentsOf = async (code: string) => at(await ticketOf(code), 'segments')

describe('a ticket that a shop validates', () => {
  it('costs less at once, with a line of its own below zero', async () => {
    const code = await portal.openTicket(130)
    await validated(portal, code, sol, { ...two, value: 120 })
    expect(await stateFor(code)).toMatchObject({
      state: 'due',
      value: 1,
      has_partners: true,
      breakdown: [
        { value: 6 },
        { value: 1 },
        { text: 'Convênio Livraria Sol (minutes 120)', value: -6, valueHuman: '-6,00' },
      ],
    })
  })

  it('is covered while nothing is due, and gates hear of it', async () => {
    const code = await portal.openTicket(60)
    await validated(portal, code, sol, two)
    expect(await stateFor(code)).toMatchObject({ state: 'covered', value: 0 })
    expect(await eventsOf(code)).toEqual([{ kind: 'paid', deadline_at: inMinutes(60) }])
    const sent = { code, lot_id: 1, gate: 'S1', at: portal.clock.minutesAgo(0).toISOString() }
    const headers = { 'idempotency-key': `covered-${code}` }
    const open = { open: true, code, deadline: expect.any(String) }
    expect(must(await gate.exit(sent, headers)).body).toMatchObject({ ...open, reason: 'covered' })
    expect(must(await gate.exit(sent, headers)).body).toMatchObject({ ...open, reason: 'free' })
  })

  it('is covered through the exit tolerance after the validation', async () => {
    const code = await portal.openTicket(119)
    await validated(portal, code, sol, two)
    portal.clock.forward(15)
    expect(await stateFor(code)).toMatchObject({ state: 'covered', value: 0 })
    portal.clock.forward(1)
    expect(await stateFor(code)).toMatchObject({ state: 'due', value: 1 })
  })

  it('is refused a payment while it is covered', async () => {
    const code = await portal.openTicket(60)
    await validated(portal, code, sol, two)
    const body = {
      payment_type: 1,
      pm_person_paymethod_id: null,
      ticket_code: code,
      ticket_value: 6,
    }
    const refused = await portal.client().post('/api/tk_ticket/createTransaction', body)
    expect(refused).toMatchObject({ status: 422, body: { code: 'nothing_due' } })
  })

  it('while it is free of charge, gates hear until when it stays so', async () => {
    const code = await portal.openTicket(10)
    await validated(portal, code, sol, two)
    expect(await stateFor(code)).toMatchObject({ state: 'free' })
    expect(await eventsOf(code)).toEqual([{ kind: 'paid', deadline_at: inMinutes(110) }])
  })

  it('of a lost ticket goes along, and the fee stays due', async () => {
    const code = await portal.openTicket(60)
    await validated(portal, code, sol, two)
    const replaced = must(await manager.post(`/api/staff/tickets/${code}/replace`, { reason: 'Perdeu' }))
    const fresh = textAt(replaced.body, 'data.id')
    expect(await stateFor(fresh)).toMatchObject({ state: 'covered' })
    await portal.db.updateTable('ticket').set({ fee_cents: 2000 }).where('code', '=', fresh).execute()
    expect(await stateFor(fresh)).toMatchObject({ state: 'due', value: 20 })
  })
})

describe('which tickets take a validation', () => {
  it('the same benefit once more is the same validation, another one of the shop is refused', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    const benefitId = (await rowOf(id)).benefit_id
    expect(benefitId).toBeGreaterThan(0)
    expect(await validate(portal, code, sol, half)).toBe('already_validated')
  })

  it('two shops at most, undone ones not counted', async () => {
    const code = await portal.openTicket(130)
    const mar = await openShop(portal, 'Café Mar')
    const first = await validated(portal, code, sol, two)
    await validated(portal, code, lua, half)
    expect(await validate(portal, code, mar, half)).toBe('validation_full')
    await undone(portal, first)
    await validated(portal, code, mar, half)
  })

  it('none that has left or paid something', async () => {
    const left = await portal.openTicket(10)
    await leaves(left)
    expect(await validate(portal, left, sol, two)).toBe('ticket_exited')
    const paid = await portal.openTicket(130)
    must(await machineTakes(paid, 1))
    expect(await validate(portal, paid, sol, two)).toBe('already_paid')
  })

  it('none with money on its way', async () => {
    const code = await portal.openTicket(130)
    const token = await openTransaction(portal.client(), code)
    const become = (state: 'authorising' | 'created') =>
      portal.db.updateTable('payment').set({ state }).where('token', '=', token).execute()
    await become('authorising')
    expect(await validate(portal, code, sol, two)).toBe('payment_in_flight')
    await become('created')
  })

  it('all only where something is due', async () => {
    const code = await portal.openTicket(10)
    expect(await validate(portal, code, sol, all)).toBe('nothing_due')
  })
})

describe('granted', () => {
  it('of a portal payment is the line of its price, and its deadline counts it', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, { ...half, share: 80 })
    const client = portal.client()
    const token = await openTransaction(client, code)
    expect(must(await pay(client, token, cardEndingIn(1))).body).toMatchObject({
      data: { ok: true, transaction: { valueHuman: '3,50', ticket_dt_exit: expect.any(String) } },
    })
    expect(await rowOf(id)).toMatchObject({ granted_cents: 350, owed_cents: 280, fixed_at: expect.any(Date) })
    portal.clock.forward(60)
    expect(await stateFor(code)).toMatchObject({ state: 'overdue', value: 1 })
    expect(await rowOf(id)).toMatchObject({ granted_cents: 350 })
  })

  it('of a machine’s payment, a take and a waiver is what it takes off then', async () => {
    const [machine, till, waived] = [
      await portal.openTicket(130),
      await portal.openTicket(130),
      await portal.openTicket(130),
    ]
    const ids = [
      await validated(portal, machine, sol, two),
      await validated(portal, till, sol, two),
      await validated(portal, waived, sol, two),
    ]
    expect(must(await machineTakes(machine, 1)).body).toMatchObject({
      paid: true,
      deadline: expect.any(String),
    })
    must(await take(manager, till, { value: 1 }))
    must(await manager.post(`/api/staff/tickets/${waived}/waive`, { reason: 'Cortesia' }))
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ granted_cents: 600, owed_cents: 600 })
    for (const code of [machine, till, waived])
      expect(await stateFor(code)).toMatchObject({ state: 'paid', ticket_dt_exit: expect.any(String) })
  })

  it('at the exit: a car that leaves owing owes what is left', async () => {
    const code = await portal.openTicket(300)
    const id = await validated(portal, code, sol, two)
    must(await manager.post(`/api/staff/tickets/${code}/exit`, { reason: 'Já tinha saído', left: true }))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    expect(await ticketOf(code)).toMatchObject({ owed: { value: 3 } })
  })

  it('by an exit that is covered', async () => {
    const code = await portal.openTicket(100)
    const id = await validated(portal, code, sol, two)
    expect(await leaves(code)).toMatchObject({ open: true, reason: 'covered' })
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    expect(await ticketOf(code)).toMatchObject({ owed: null })
  })
})

describe('all', () => {
  it('pays as a segment with a deadline; later only the difference is due', async () => {
    const code = await portal.openTicket(150)
    const id = await validated(portal, code, sol, all)
    expect(await segmentsOf(code)).toMatchObject([{ source: 'partner', amount: { value: 7 } }])
    expect(await stateFor(code)).toMatchObject({ state: 'paid', ticket_dt_exit: expect.any(String) })
    expect(await eventsOf(code)).toEqual([{ kind: 'paid', deadline_at: inMinutes(15) }])
    expect(await rowOf(id)).toMatchObject({ fixed_at: null })
    portal.clock.forward(50)
    expect(await stateFor(code)).toMatchObject({ state: 'overdue', value: 1 })
    must(await machineTakes(code, 1))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 700 })
  })

  it('pays what another shop leaves, and fixes what that one gave', async () => {
    const code = await portal.openTicket(150)
    const minutes = await validated(portal, code, lua, two)
    await validated(portal, code, sol, all)
    expect(await rowOf(minutes)).toMatchObject({ granted_cents: 600 })
    expect(await segmentsOf(code)).toMatchObject([{ source: 'partner', amount: { value: 1 } }])
    expect(await stateFor(code)).toMatchObject({ state: 'paid' })
  })

  it('undone, another benefit of the shop takes its place at once', async () => {
    const code = await portal.openTicket(150)
    await undone(portal, await validated(portal, code, sol, all))
    expect(await stateFor(code)).toMatchObject({ state: 'paid' })
    await validated(portal, code, sol, two)
    expect(await stateFor(code)).toMatchObject({ state: 'due', value: 1 })
  })
})

describe('undone', () => {
  it('raises the price five minutes later; a payment within these fixes it after all', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    const client = portal.client()
    const token = await openTransaction(client, code)
    expect(await undone(portal, id)).toMatchObject({ stay: { dueCents: 100 } })
    expect(await undone(portal, id)).toBe('not_found')
    portal.clock.forward(4)
    expect(await stateFor(code)).toMatchObject({ value: 1 })
    expect(must(await pay(client, token, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
    expect(await rowOf(id)).toMatchObject({ undone_at: null, granted_cents: 600 })
    expect(await undone(portal, id)).toBe('validation_fixed')
  })

  it('is over after these minutes, also for a price that was quoted before', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    const client = portal.client()
    const token = await openTransaction(client, code)
    await undone(portal, id)
    portal.clock.forward(5)
    expect(await stateFor(code)).toMatchObject({ value: 7 })
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject({
      status: 409,
      body: { code: 'price_changed', data: { ticket: { value: 7 } } },
    })
  })

  it('an exit within these minutes fixes it after all, with a row in the trail', async () => {
    const code = await portal.openTicket(60)
    const id = await validated(portal, code, sol, two)
    await undone(portal, id)
    portal.clock.forward(4)
    expect(await leaves(code)).toMatchObject({ open: true, reason: 'covered' })
    expect(await rowOf(id)).toMatchObject({ undone_at: null, granted_cents: 600 })
    expect(JSON.stringify(at(await ticketOf(code), 'history'))).toContain('Convênio mantido')
    expect(await ticketOf(code)).toMatchObject({ owed: null })
  })

  it('a take collects the whole price at once', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    await undone(portal, id)
    must(await take(manager, code, { value: 7 }))
    expect(await rowOf(id)).toMatchObject({ undone_at: expect.any(Date), granted_cents: null })
    expect(await ticketOf(code)).toMatchObject({ overpaid: null })
  })

  it('a take that fixed it and is undone leaves it fixed', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    const taken = takeIdOf(must(await take(manager, code, { value: 1 })))
    must(await undoTake(manager, taken))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    portal.clock.forward(5)
    expect(await stateFor(code)).toMatchObject({ state: 'due', value: 1 })
  })
})

describe('told late', () => {
  it('a machine’s payment of before undoes it', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    must(await machineTakes(code, 7, 6))
    expect(await rowOf(id)).toMatchObject({
      granted_cents: null,
      undone_by: 'janitor',
      reason: 'Pago ou saiu antes',
    })
    expect(await ticketOf(code)).toMatchObject({ overpaid: null })
  })

  it('a clock that lags five minutes undoes nothing', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    must(await machineTakes(code, 1, 5))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
  })

  it('an exit of before undoes it, and the car left owing', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    must(await machineTakes(code, 1))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    const other = await portal.openTicket(60)
    const late = await validated(portal, other, sol, two)
    expect(await leaves(other, 20)).toMatchObject({ open: true, reason: 'covered' })
    expect(await rowOf(late)).toMatchObject({ granted_cents: null, reason: 'Pago ou saiu antes' })
    expect(await ticketOf(other)).toMatchObject({ owed: { value: 6 } })
  })
})
