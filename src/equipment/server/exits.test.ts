import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { authenticateOnly, payAtBank } from '#test/support/bank.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { passMinutes } from '#test/support/garage/reserve.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})

const out = { lot_id: 1, gate: 'S1' }
const now = () => portal.clock.now().toISOString()
const atMachine = (code: string, amount: number) =>
  gate.payment({ code, amount, paid_at: now(), method: 'cash' })

async function paidOnline(code: string) {
  const client = portal.client()
  const token = await openTransaction(client, code)
  expect(at((await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
}

describe('an exit', () => {
  it('is shut while an amount is due, which it names; the ticket stays open', async () => {
    const code = await portal.openTicket(130)
    const reply = await gate.exit({ ...out, code })
    expect(reply).toMatchObject({
      status: 200,
      body: { open: false, reason: 'due', due: 7, dueHuman: '7,00', data: { open: false } },
    })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ reason: 'due' })
  })

  it('opens for a ticket paid in the portal, closes it, and does not open again', async () => {
    const code = await portal.openTicket(130)
    await paidOnline(code)
    expect((await gate.exit({ ...out, code })).body).toMatchObject({
      open: true,
      reason: 'paid',
      deadline: '2026-03-10T12:15:00-03:00',
    })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, reason: 'exited' })
    expect((await portal.client().post('/api/tk_ticket/read', { code })).status).toBe(410)
  })

  it('opens inside the entry tolerance without payment', async () => {
    const code = await portal.openTicket(20)
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: true, reason: 'free' })
  })

  it('past the deadline it stays shut and names the difference due', async () => {
    const entered = portal.clock.minutesAgo(140).toISOString()
    const code = String(at((await gate.entry({ ...out, entered_at: entered })).body, 'code'))
    const paid_at = portal.clock.minutesAgo(30).toISOString()
    await gate.payment({ code, amount: 6, paid_at, method: 'cash' })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, reason: 'overdue', due: 1 })
    expect((await atMachine(code, 1)).body).toMatchObject({ paid: true, state: 'paid' })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: true, reason: 'paid' })
  })

  it('finds a car by its plate, however it is written; a code goes before a plate', async () => {
    const first = String(at((await gate.entry({ ...out, plate: 'xyz-9a87' })).body, 'code'))
    expect((await gate.exit({ ...out, plate: 'XYZ 9A87' })).body).toMatchObject({ open: true, code: first })
    expect((await gate.exit({ ...out, plate: 'XYZ9A87' })).body).toMatchObject({ reason: 'not_found' })
    expect((await gate.exit({ ...out, code: first, plate: 'NIL0000' })).body).toMatchObject({
      reason: 'exited',
    })
  })

  it('reported late by its plate: the stay of that instant ends, not a newer one', async () => {
    const plate = 'LTE1A11'
    const entered = async (minutes: number) => {
      const entered_at = portal.clock.minutesAgo(minutes).toISOString()
      return String(at(must(await gate.entry({ ...out, plate, entered_at })).body, 'code'))
    }
    const first = await entered(10)
    const second = await entered(2)
    const left = portal.clock.minutesAgo(5).toISOString()
    expect((await gate.exit({ ...out, plate, at: left })).body).toMatchObject({ open: true, code: first })
    expect((await gate.exit({ ...out, plate })).body).toMatchObject({ open: true, code: second })
  })

  it('rejects foreign codes, misread plates and tickets of another lot', async () => {
    expect((await gate.exit({ ...out, code: '0000000000999' })).body).toMatchObject({
      open: false,
      reason: 'not_found',
    })
    expect((await gate.exit({ ...out, plate: '???' })).body).toMatchObject({ reason: 'not_found' })
    const code = await portal.openTicket(5, 2)
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, reason: 'other_lot' })
  })

  it('stays shut for a blocked ticket', async () => {
    const code = await portal.openTicket(5)
    await portal.db
      .updateTable('ticket')
      .set({ blocked_at: portal.clock.now() })
      .where('code', '=', code)
      .execute()
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, reason: 'blocked' })
  })

  it('an offline gate reports its exits later; its clock may lag', async () => {
    const code = await portal.openTicket(200)
    const then = portal.clock.minutesAgo(180).toISOString()
    expect((await gate.exit({ ...out, code, at: then })).body).toMatchObject({ open: true, reason: 'free' })
    const other = await portal.openTicket(10)
    const before = portal.clock.minutesAgo(11).toISOString()
    expect((await gate.exit({ ...out, code: other, at: before })).body).toMatchObject({ open: true })
  })
})

describe('a payment at a machine', () => {
  it('pays the ticket in the portal too: nothing is due, with the same exit deadline', async () => {
    const code = await portal.openTicket(130)
    const paid = must(await atMachine(code, 7))
    expect(paid.body).toMatchObject({ state: 'paid', paid: true, deadline: '2026-03-10T12:15:00-03:00' })
    const read = must(await portal.client().post('/api/tk_ticket/read', { code }))
    expect(at(read.body, 'data.ticket')).toMatchObject({ state: 'paid', value: 0, paid: 7 })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: true })
  })

  it('that is reported late counts from its own instant', async () => {
    const code = await portal.openTicket(130)
    const paid_at = portal.clock.minutesAgo(10).toISOString()
    const told = must(await gate.payment({ code, amount: 7, paid_at, method: 'cash' }))
    expect(told.body).toMatchObject({ state: 'paid', deadline: '2026-03-10T12:05:00-03:00' })
  })

  it('of less than the price opens nothing, and the rest is due', async () => {
    const code = await portal.openTicket(130)
    expect((await atMachine(code, 5)).body).toMatchObject({ paid: false, state: 'overdue', due: 2 })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, due: 2 })
    expect((await atMachine(code, 2)).body).toMatchObject({ paid: true })
  })

  it('of less than the price names no deadline, which an offline gate would follow', async () => {
    const code = await portal.openTicket(130)
    for (const answer of [await atMachine(code, 5), await gate.exit({ ...out, code })]) {
      expect(answer.body).toMatchObject({ due: 2 })
      expect(answer.body).not.toHaveProperty('deadline')
    }
  })

  it('in two parts, the first reported last: paid since the second', async () => {
    const code = await portal.openTicket(130)
    must(await atMachine(code, 6))
    const paid_at = portal.clock.minutesAgo(10).toISOString()
    const told = must(await gate.payment({ code, amount: 1, paid_at, method: 'cash' }))
    expect(told.body).toMatchObject({ state: 'paid', deadline: '2026-03-10T12:15:00-03:00' })
  })

  it('in two parts, the first reported last, and too little at the second: nothing opens', async () => {
    const code = await portal.openTicket(130)
    must(await atMachine(code, 5))
    const paid_at = portal.clock.minutesAgo(10).toISOString()
    const told = must(await gate.payment({ code, amount: 1, paid_at, method: 'cash' }))
    expect(told.body).toMatchObject({ state: 'overdue', paid: false, due: 1 })
    expect((await gate.exit({ ...out, code })).body).toMatchObject({ open: false, due: 1 })
  })

  it('of a part, with the portal open in several tabs: all open the same transaction for the rest', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    await openTransaction(client, code)
    must(await atMachine(code, 3))
    const body = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 4 }
    const tabs = Array.from({ length: 8 }, () => client.post('/api/tk_ticket/createTransaction', body))
    const answers = await Promise.all(tabs)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => at(answer.body, 'data.ws_token'))).size).toBe(1)
  })

  it('while a portal payment is open: the portal takes nothing', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    const token = await openTransaction(client, code)
    must(await atMachine(code, 7))
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject({
      status: 409,
      body: { code: 'already_paid', data: { ticket: { state: 'paid' } } },
    })
    await expectInvariants(portal)
  })

  it('during the cardholder’s authentication: the portal refunds its payment', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    const token = await openTransaction(client, code, 2)
    const authUrl = String(at((await payAtBank(portal, client, token, cardEndingIn(1))).body, 'data.authUrl'))
    must(await atMachine(code, 7))
    await authenticateOnly(authUrl)
    await passMinutes(portal, 16)
    const after = must(await client.get(`/api/pm_transaction/${token}`))
    expect(at(after.body, 'data.state')).toBe('refunded')
    await expectInvariants(portal)
  })

  it('of a ticket already paid in the portal is stored, with a case for staff', async () => {
    const code = await portal.openTicket(130)
    await paidOnline(code)
    expect((await atMachine(code, 7)).body).toMatchObject({ paid: true })
    const trail = await portal.db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'paid_twice')
      .execute()
    expect(trail).toHaveLength(1)
  })
})

describe('the feed', () => {
  it('lists paid tickets and opened exits once each, in order, from any number on', async () => {
    const { next } = { next: Number(at((await gate.events()).body, 'next')) }
    const code = await portal.openTicket(130)
    await atMachine(code, 7)
    await gate.exit({ ...out, code })
    const feed = await gate.events(next)
    expect(at(feed.body, 'events')).toMatchObject([
      { kind: 'paid', code, lot_id: 1 },
      { kind: 'opened', code, lot_id: 1 },
    ])
    expect(at(feed.body, 'data')).toEqual(at(feed.body, 'events'))
    const again = await gate.events(String(at(feed.body, 'next')))
    expect(again.body).toMatchObject({ events: [], next: at(feed.body, 'next') })
  })

  it('an invalid number is 422', async () => {
    expect((await gate.events('x')).status).toBe(422)
    expect((await gate.events(-1)).status).toBe(422)
  })
})

describe('repeated calls', () => {
  it('exit, payment and occupancy get the first answer again, also concurrently; another body is 409', async () => {
    const code = await portal.openTicket(130)
    const key = () => ({ 'idempotency-key': randomUUID() })
    const payment = { code, amount: 7, paid_at: now(), method: 'cash' }
    const paying = key()
    const [first, second] = await Promise.all([gate.payment(payment, paying), gate.payment(payment, paying)])
    expect(second.body).toEqual(first.body)
    const leaving = key()
    const exits = await Promise.all([1, 2, 3].map(() => gate.exit({ ...out, code }, leaving)))
    for (const exit of exits) expect(exit.body).toMatchObject({ open: true, reason: 'paid' })
    const segments = await portal.db
      .selectFrom('paid_segment')
      .innerJoin('ticket', 'ticket.id', 'paid_segment.ticket_id')
      .select('n')
      .where('code', '=', code)
      .execute()
    expect(segments).toHaveLength(1)
    expect(await gate.payment({ ...payment, amount: 8 }, paying)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
    expect((await gate.exit({ ...out, code, gate: 'S2' }, leaving)).status).toBe(409)
    const twin = { ...out, code: '0000000000123' }
    const entering = key()
    const entries = await Promise.all([gate.entry(twin, entering), gate.entry(twin, entering)])
    expect(entries.map(({ status }) => status)).toEqual([201, 201])
  })
})
