import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { type Reserved, reserved, setReserve, qrTextOf, passMinutes } from '#test/support/garage/reserve.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  await setReserve(portal, {})
  gate = portal.gate()
})

const now = () => portal.clock.now().toISOString()
const freshPrint = () => `9${String(randomInt(1e12)).padStart(12, '0')}`
const enter = (body: object, headers?: Record<string, string>) =>
  gate.entry({ lot_id: 1, gate: 'E1', ...body }, headers)
const leave = async (body: object) => (await gate.exit({ lot_id: 1, gate: 'S1', ...body })).body
const qrOf = ({ code }: Reserved) => qrTextOf(portal, code)
const read = (code: string) => portal.client().post('/api/tk_ticket/read', { code })
const gateEventsOf = async (code: string) => {
  const news = at((await gate.events()).body, 'events')
  const of = Array.isArray(news) ? news.filter((one) => at(one, 'code') === code) : []
  return of.map((one) => ({ kind: at(one, 'kind'), deadline: at(one, 'deadline') }))
}

async function printedCodeOf(minutes = 0) {
  const car = await reserved(portal, 1)
  const printed = freshPrint()
  const entry = must(await enter({ code: printed, plate: car.plate }))
  portal.clock.forward(minutes)
  return { car, printed, entry }
}

describe('a gate that prints its own numbers lets a reserved car in', () => {
  it('for its reservation, which keeps its number; the answer names the printed one', async () => {
    const { car, printed, entry } = await printedCodeOf()
    expect(entry.body).toMatchObject({
      code: printed,
      open: true,
      reservation: { plate: car.plate, vehicle: 'Carro', lot_id: 1 },
    })
    expect(at(must(await car.read()).body, 'data')).toMatchObject({
      ticket_code: car.code,
      reserve: { state: 'entered' },
    })
  })

  it('also where the QR code names it; repeated it is one entrance, and the number is not printed for another car', async () => {
    const car = await reserved(portal, 1)
    const body = { code: freshPrint(), qr: await qrOf(car), plate: 'NIL0N00' }
    const key = { 'idempotency-key': randomUUID() }
    const [first, twin] = await Promise.all([enter(body, key), enter(body, key)])
    expect(first).toMatchObject({ status: 201, body: { code: body.code, reservation: { plate: car.plate } } })
    expect(twin.body).toEqual(first.body)
    expect((await enter(body, key)).body).toEqual(first.body)
    const rows = portal.db.selectFrom('ticket').select('code').where('plate', '=', car.plate)
    expect(await rows.execute()).toEqual([{ code: car.code }])
    const byPlate = await enter({ code: body.code, plate: car.plate })
    expect(byPlate).toMatchObject({
      status: 201,
      body: { code: body.code, reservation: { plate: car.plate } },
    })
    for (const again of [body, { code: body.code }])
      expect((await enter(again)).body).toMatchObject({ code: body.code, reservation: { plate: car.plate } })
    expect((await enter({ code: body.code, plate: 'NIL0N00' })).status).toBe(409)
    expect((await enter({ ...body, code: freshPrint() })).status).toBe(409)
    expect(await rows.execute()).toEqual([{ code: car.code }])
  })

  it('a lookup by the printed number finds the reservation', async () => {
    const { car, printed } = await printedCodeOf()
    for (const code of [printed, car.code])
      expect(at(must(await read(code)).body, 'data.ticket')).toMatchObject({
        code,
        state: 'free',
        awaits_exit: true,
      })
    const got = must(await portal.client().get(`/api/tk_ticket?code=${printed}`))
    expect(at(got.body, 'data.ticket.awaits_exit')).toBe(true)
    portal.clock.forward(130)
    expect(at(must(await read(printed)).body, 'data.ticket')).toMatchObject({
      code: printed,
      state: 'due',
      blocked_by: 'ticket_reserved',
    })
  })

  it('the printed number opens the exit once it is authorised, and the feed lists both numbers', async () => {
    const { car, printed } = await printedCodeOf(20)
    expect(await leave({ code: printed })).toMatchObject({
      open: false,
      reason: 'not_authorised',
      code: printed,
    })
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    const told = await gateEventsOf(printed)
    expect(told).toEqual([{ kind: 'authorised', deadline: expect.any(String) }])
    expect(await gateEventsOf(car.code)).toEqual(told)
    expect(await leave({ code: printed })).toMatchObject({ open: true, reason: 'free', code: printed })
    expect((await gateEventsOf(printed)).map(({ kind }) => kind)).toEqual(['authorised', 'opened'])
    expect(await gateEventsOf(car.code)).toEqual(await gateEventsOf(printed))
    expect(await leave({ code: printed })).toMatchObject({ open: false, reason: 'exited' })
    expect(await leave({ code: car.code })).toMatchObject({ open: false, reason: 'exited' })
    expect(at(must(await car.read()).body, 'data.reserve.state')).toBe('exited')
    expect((await read(printed)).status).toBe(410)
  })

  it.each([
    ['plate', async ({ plate }: Reserved) => ({ plate })],
    ['QR code', async (car: Reserved) => ({ qr: await qrOf(car) })],
  ])('by %s it leaves too, and the answer names the printed number', async (_, name) => {
    const { car, printed } = await printedCodeOf(130)
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect(await leave(await name(car))).toMatchObject({ open: true, reason: 'paid', code: printed })
    expect(await gateEventsOf(printed)).toEqual(await gateEventsOf(car.code))
  })

  it('a machine’s payment for the printed number pays the stay, and the hold is released at the exit', async () => {
    const { car, printed } = await printedCodeOf(130)
    const paid = must(await gate.payment({ code: printed, amount: 7, paid_at: now(), method: 'cash' }))
    expect(paid.body).toMatchObject({ code: printed, state: 'paid', paid: true })
    expect((await gateEventsOf(printed)).map(({ kind }) => kind)).toEqual(['paid'])
    expect(await leave({ code: printed })).toMatchObject({ open: true, reason: 'paid' })
    await portal.runJobs()
    expect(at(must(await car.read()).body, 'data.state')).toBe('voided')
  })

  it('the difference is paid online under the printed number, and the exit opens', async () => {
    const { car, printed } = await printedCodeOf(53 * 60)
    must(await logIn(car.client, car.person))
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({
      ok: false,
      surplus: { ticket_code: car.code },
    })
    const guest = portal.client()
    const token = await openTransaction(guest, printed)
    expect(at(must(await pay(guest, token, cardEndingIn(1))).body, 'data')).toMatchObject({
      ok: true,
      transaction: { ticket_code: printed },
    })
    expect(await leave({ code: printed })).toMatchObject({ open: true, reason: 'paid' })
  })

  it('staff find it by the printed number', async () => {
    const { car, printed } = await printedCodeOf()
    const supervisor = await staffMember(portal, 10)
    const found = must(await supervisor.get(`/api/staff/tickets?q=${printed}`))
    expect(at(found.body, 'data.0.id')).toBe(car.code)
    const file = at(must(await supervisor.get(`/api/staff/tickets/${printed}/edit`)).body, 'data')
    expect(file).toMatchObject({ id: car.code, printed, reservation: car.token })
  })

  it('reported after the exit was authorised: the feed repeats the car’s events under the printed number', async () => {
    const car = await reserved(portal, 1)
    const entered_at = now()
    must(await enter({ plate: car.plate, entered_at }))
    portal.clock.forward(20)
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    const printed = freshPrint()
    expect(must(await enter({ code: printed, plate: car.plate, entered_at })).body).toMatchObject({
      code: printed,
    })
    expect(await gateEventsOf(printed)).toEqual([{ kind: 'authorised', deadline: expect.any(String) }])
    expect(await gateEventsOf(printed)).toEqual(await gateEventsOf(car.code))
    must(await gate.entry({ lot_id: 1, gate: 'E1', code: printed, plate: car.plate, entered_at }))
    expect(await gateEventsOf(printed)).toHaveLength(1)
  })

  it('reported after the retained amount was captured: an ordinary ticket, which the printed number opens', async () => {
    const car = await reserved(portal, 1)
    portal.clock.forward(12 * 60 - 2)
    const entered_at = now()
    await passMinutes(portal, 90)
    const printed = freshPrint()
    const entry = must(await enter({ code: printed, plate: car.plate, entered_at }))
    expect(entry.body).toMatchObject({ code: printed, open: true })
    expect(entry.body).not.toHaveProperty('reservation')
    expect(await leave({ qr: await qrOf(car) })).toMatchObject({ reason: 'due', due: 6, code: printed })
    must(await gate.payment({ code: printed, amount: 6, paid_at: now(), method: 'cash' }))
    expect(await leave({ code: printed })).toMatchObject({ open: true, reason: 'paid' })
  })
})

describe('a number in use is not accepted for another car', () => {
  it.each([
    ['another reservation has it', async () => (await reserved(portal, 1)).code],
    ['it was printed for another reserved car', async () => (await printedCodeOf()).printed],
    ['another ticket has it', async () => portal.openTicket(5)],
  ])('%s', async (_, taken) => {
    const car = await reserved(portal, 1)
    expect(await enter({ code: await taken(), qr: await qrOf(car) })).toMatchObject({
      status: 409,
      body: { code: 'ticket_exists' },
    })
    expect(at(must(await car.read()).body, 'data.reserve.state')).toBe('preauthorised')
  })

  it('a car without a reservation gets the printed ticket', async () => {
    const printed = freshPrint()
    expect(must(await enter({ code: printed, plate: 'ORD1N99' })).body).not.toHaveProperty('reservation')
    expect(at(must(await read(printed)).body, 'data.ticket.code')).toBe(printed)
  })
})
