import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { closeTill, openTill, take, takeIdOf, tillOf, undoTake } from '#test/support/garage/till.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let cashier: PortalClient
let manager: PortalClient
let gate: Gate
let till: number
beforeAll(async () => {
  cashier = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
  gate = portal.gate()
  till = await openTill(cashier)
})

const refusal = (code: string, status = 409) => ({ status, body: { code } })
const previewOf = async (code: string) =>
  at(must(await cashier.get(`/api/staff/tickets/${code}/take`)).body, 'data')
const leaves = (code: string) => gate.exit({ lot_id: 1, gate: 'S1', code })
const stateFor = async (code: string) =>
  at(must(await portal.client().get(`/api/tk_ticket?code=${code}`)).body, 'data.ticket')
const ticketOf = async (code: string) =>
  at(must(await cashier.get(`/api/staff/tickets/${code}/edit`)).body, 'data')
const events = async (code: string) =>
  portal.db.selectFrom('equipment_event').select('kind').where('ticket_code', '=', code).execute()

describe('a take', () => {
  it('pays the whole amount, gives the exit deadline and tells the gates', async () => {
    const code = await portal.openTicket(130)
    expect(await previewOf(code)).toMatchObject({
      ticket: { code, state: 'due' },
      amount: { value: 7 },
      after_exit: false,
      refusal: null,
      till: { id: till, number: 1 },
    })
    const taken = must(await take(cashier, code, { value: 7, received: 20 }))
    expect(taken.status).toBe(201)
    expect(at(taken.body, 'data')).toMatchObject({
      ticket: code,
      method: 'cash',
      change: { value: 13 },
      exit_until: at(await stateFor(code), 'ticket_dt_exit'),
      undone: null,
      slip: { lot: 'Garagem Centro', till_number: 1, barcode: expect.stringContaining('<svg') },
    })
    expect(await events(code)).toEqual([{ kind: 'paid' }])
    expect(await ticketOf(code)).toMatchObject({ segments: [{ source: 'till', amount: { value: 7 } }] })
    expect(must(await leaves(code)).body).toMatchObject({ open: true, reason: 'paid' })
  })

  it('of a number that the gate printed is of its ticket', async () => {
    const [printed, own] = ['9900000000123', await portal.openTicket(130)]
    await portal.db.insertInto('printed_code').values({ code: printed, ticket_code: own }).execute()
    expect(at(must(await take(cashier, printed, { value: 7 })).body, 'data.ticket')).toBe(own)
    expect(await events(printed)).toEqual([{ kind: 'paid' }])
  })

  it('of a replaced number is of its replacement', async () => {
    const lost = await portal.openTicket(130)
    const path = `/api/staff/tickets/${lost}/replace`
    const replaced = must(await manager.post(path, { reason: 'Perdeu no cinema' }))
    const fresh = at(replaced.body, 'data.id')
    expect(await previewOf(lost)).toMatchObject({ ticket: { code: fresh }, amount: { value: 7 } })
    expect(at(must(await take(cashier, lost, { value: 7 })).body, 'data.ticket')).toBe(fresh)
  })

  it('may be of an amount that was due within the last five minutes', async () => {
    const code = await portal.openTicket(120)
    portal.clock.forward(4)
    expect(await previewOf(code)).toMatchObject({ amount: { value: 7 } })
    must(await take(cashier, code, { value: 6 }))
    const late = await portal.openTicket(120)
    portal.clock.forward(6)
    expect(await take(cashier, late, { value: 6 })).toMatchObject(refusal('price_changed'))
  })

  it('said twice with one key is one take and one answer, also once the till is closed', async () => {
    const own = await openTill(manager, 0)
    const code = await portal.openTicket(130)
    const body = { value: 7, received: 10 }
    const first = must(await take(manager, code, body, 'twice'))
    expect(must(await take(manager, code, body, 'twice')).body).toEqual(first.body)
    expect(await take(manager, code, { value: 7 }, 'twice')).toMatchObject(refusal('idempotency_conflict'))
    const other = await portal.openTicket(130)
    expect(await take(manager, other, body, 'twice')).toMatchObject(refusal('idempotency_conflict'))
    must(await closeTill(manager, own, 7))
    expect(must(await take(manager, code, body, 'twice')).body).toEqual(first.body)
    expect(await take(manager, other, { value: 7 })).toMatchObject(refusal('no_till'))
  })
})

describe('a take is refused', () => {
  let code: string
  beforeEach(async () => {
    code = await portal.openTicket(130)
  })

  it('without an open till of that lot', async () => {
    const north = await portal.openTicket(130, 2)
    const refused = await take(cashier, north, { value: 7 })
    expect(refused).toMatchObject(refusal('no_till'))
    expect(at(refused.body, 'data.till')).toBeNull()
    expect(await take(await staffMember(portal, 1), code, { value: 7 })).toMatchObject(refusal('no_till'))
  })

  it('of another amount, with the ticket', async () => {
    for (const value of [6.99, 7.01, 0.01]) {
      const refused = await take(cashier, code, { value })
      expect(refused).toMatchObject(refusal('price_changed'))
      expect(at(refused.body, 'data.ticket')).toMatchObject({ code, value: 7 })
    }
  })

  it('of a paid ticket', async () => {
    must(await take(cashier, code, { value: 7 }))
    expect(await take(cashier, code, { value: 7 })).toMatchObject(refusal('already_paid'))
    expect(await previewOf(code)).toMatchObject({
      amount: null,
      refusal: { code: 'already_paid', text: 'Este ticket já está pago.' },
    })
  })

  it('where nothing is due', async () => {
    const fresh = await portal.openTicket(5)
    expect(await take(cashier, fresh, { value: 1 })).toMatchObject(refusal('nothing_due'))
  })

  it('while a payment is at the bank', async () => {
    const client = portal.client()
    const token = await openTransaction(client, code)
    await portal.db.updateTable('payment').set({ state: 'authorising' }).where('token', '=', token).execute()
    expect(await take(cashier, code, { value: 7 })).toMatchObject(refusal('payment_in_flight'))
    await portal.db.updateTable('payment').set({ state: 'created' }).where('token', '=', token).execute()
  })

  it('of a reservation', async () => {
    const { plate } = await reserved(portal)
    const entered = must(await gate.entry({ lot_id: 1, gate: 'E1', plate }))
    const code = textAt(entered.body, 'code')
    expect(await take(cashier, code, { value: 1 })).toMatchObject(refusal('ticket_reserved'))
  })

  it('without a printable key', async () => {
    for (const key of ['', ' ', 'x'.repeat(201)])
      expect(await take(cashier, code, { value: 7 }, key)).toMatchObject(refusal('idempotency_key', 422))
  })

  it.each([
    [{ value: 7, received: 6.99 }, 'received'],
    [{ value: 7, received: 1_007.01 }, 'received'],
    [{ value: 0 }, 'value'],
    [{ value: 7, method: 'check' }, 'method'],
  ])('%j is 422', async (body, field) => {
    const refused = await take(cashier, code, body)
    expect(refused).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
  })

  it('of an unknown ticket', async () => {
    expect((await take(cashier, '1234567890123', { value: 7 })).status).toBe(404)
    expect((await cashier.get('/api/staff/tickets/1234567890123/take')).status).toBe(404)
  })
})

describe('a car that left owing', () => {
  const leftOwing = async (minutes = 130) => {
    const code = await portal.openTicket(minutes)
    must(await cashier.post(`/api/staff/tickets/${code}/exit`, { reason: 'Já tinha saído', left: true }))
    return code
  }

  it('pays exactly what it owes: no deadline, no gate hears of it', async () => {
    const code = await leftOwing()
    portal.clock.forward(600)
    cashier = await staffMember(portal, 10)
    manager = await staffMember(portal, 2)
    expect(await previewOf(code)).toMatchObject({ amount: { value: 7 }, after_exit: true })
    expect(await take(cashier, code, { value: 6 })).toMatchObject(refusal('price_changed'))
    const before = await events(code)
    const taken = must(await take(cashier, code, { value: 7 }))
    expect(at(taken.body, 'data')).toMatchObject({ exit_until: null, after_exit: true })
    expect(await events(code)).toEqual(before)
    expect(at(await ticketOf(code), 'owed')).toBeNull()
    const owing = must(await cashier.get('/api/staff/tickets?state=owing')).body
    expect(JSON.stringify(owing)).not.toContain(code)
    expect(await take(cashier, code, { value: 7 })).toMatchObject(refusal('already_paid'))
  })

  it('owes it again once that take is undone', async () => {
    const code = await leftOwing()
    const id = takeIdOf(must(await take(cashier, code, { value: 7 })))
    const undone = must(await undoTake(cashier, id))
    expect(at(undone.body, 'data.undone')).toMatchObject({ car_left: true, reason: 'Forma errada' })
    expect(at(await ticketOf(code), 'owed')).toMatchObject({ value: 7 })
    must(await take(cashier, code, { value: 7, method: 'card_machine' }))
  })
})

describe('undoing', () => {
  const paid = async (client = cashier, value = 7) => {
    const code = await portal.openTicket(130)
    return { code, id: takeIdOf(must(await take(client, code, { value }))) }
  }

  it('the price stays paid for five minutes for everybody but the counter', async () => {
    const { code, id } = await paid()
    const undone = must(await undoTake(cashier, id))
    expect(at(undone.body, 'data.undone')).toMatchObject({ reason: 'Forma errada', car_left: false })
    expect(await previewOf(code)).toMatchObject({ ticket: { state: 'due' }, amount: { value: 7 } })
    portal.clock.forward(4)
    expect(at(await stateFor(code), 'state')).toBe('paid')
    portal.clock.forward(1)
    expect(await stateFor(code)).toMatchObject({ state: 'due', value: 7 })
    expect((await undoTake(cashier, id)).body).toMatchObject({ data: { id } })
    expect(await undoTake(manager, id)).toMatchObject(refusal('take_final'))
  })

  it('and taken again by another method within a minute: one segment counts', async () => {
    const { code, id } = await paid()
    must(await undoTake(cashier, id))
    must(await take(cashier, code, { value: 7, method: 'card_machine' }))
    const segments = at(await ticketOf(code), 'segments')
    expect(segments).toMatchObject([
      { n: 1, source: 'till', undone_at: expect.any(String) },
      { n: 2, source: 'till', undone_at: null },
    ])
    expect(await undoTake(manager, id)).toMatchObject(refusal('take_final'))
    portal.clock.forward(6)
    expect(at(await stateFor(code), 'state')).toBe('paid')
    expect(must(await leaves(code)).body).toMatchObject({ open: true })
    expect(at(await ticketOf(code), 'owed')).toBeNull()
  })

  it('within the five minutes the gate opens, and the car has left owing', async () => {
    const { code, id } = await paid()
    must(await undoTake(cashier, id))
    expect(must(await leaves(code)).body).toMatchObject({ open: true, reason: 'paid' })
    expect(at(await ticketOf(code), 'owed')).toMatchObject({ value: 7 })
    const takes = at(await tillOf(cashier, till), 'takes') as { id: number }[]
    expect(takes.find((one) => one.id === id)).toMatchObject({ undone: { car_left: true } })
    must(await take(cashier, code, { value: 7 }))
    expect(at(await ticketOf(code), 'owed')).toBeNull()
  })

  it('is refused once the car has left, a later take stands, or the till is closed', async () => {
    const gone = await paid()
    must(await leaves(gone.code))
    expect(await undoTake(cashier, gone.id)).toMatchObject(refusal('take_final'))
    const first = await paid()
    portal.clock.forward(60)
    must(await take(cashier, first.code, { value: 1 }))
    expect(await undoTake(cashier, first.id)).toMatchObject(refusal('take_final'))
    const own = await openTill(manager, 0)
    const closed = await paid(manager)
    must(await closeTill(manager, own, 7))
    expect(await undoTake(manager, closed.id)).toMatchObject(refusal('take_final'))
  })

  it('a supervisor undoes only their own', async () => {
    const own = await openTill(manager, 0)
    const ofManager = await paid(manager)
    expect((await undoTake(cashier, ofManager.id)).status).toBe(404)
    must(await undoTake(manager, (await paid()).id))
    must(await undoTake(manager, ofManager.id))
    must(await closeTill(manager, own, 0))
    expect((await undoTake(cashier, 999_999)).status).toBe(404)
  })

  it('of a ticket that was replaced since brings the price back there', async () => {
    const { code, id } = await paid()
    must(await manager.post(`/api/staff/tickets/${code}/replace`, { reason: 'Perdeu o ticket' }))
    must(await undoTake(cashier, id))
    portal.clock.forward(6)
    expect(await previewOf(code)).toMatchObject({ amount: { value: 7 } })
  })
})

describe('a payment that was open at the counter’s take', () => {
  it('is already paid; once the take is undone its price is refused, not honoured', async () => {
    const code = await portal.openTicket(130)
    const client = portal.client()
    const token = await openTransaction(client, code)
    const id = takeIdOf(must(await take(cashier, code, { value: 7 })))
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject(refusal('already_paid'))
    must(await undoTake(cashier, id))
    portal.clock.forward(5)
    const changed = await pay(client, token, cardEndingIn(1))
    expect(changed).toMatchObject(refusal('price_changed'))
    expect(at(changed.body, 'data.ticket')).toMatchObject({ value: 7, state: 'due' })
    const fresh = await openTransaction(client, code)
    expect(at(must(await pay(client, fresh, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  })

  it('a difference that was quoted while an undone take counted ends with it', async () => {
    const code = await portal.openTicket(100)
    const id = takeIdOf(must(await take(cashier, code, { value: 6 })))
    portal.clock.forward(60)
    must(await undoTake(cashier, id))
    const client = portal.client()
    const token = await openTransaction(client, code)
    portal.clock.forward(5)
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject(refusal('price_changed'))
    expect(at(await stateFor(code), 'value')).toBe(7)
  })
})
