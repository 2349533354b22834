import { beforeAll, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import {
  createReserve,
  driver,
  type Reserved,
  reserved,
  setReserve,
  qrTextOf,
  casesOf,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 300 })
beforeAll(async () => {
  await setReserve(portal, {})
})

const enter = (body: object) => portal.gate().entry({ lot_id: 1, gate: 'E1', ...body })
const leave = (body: object) => portal.gate().exit({ lot_id: 1, gate: 'S1', ...body })
const qrOf = ({ code }: Reserved) => qrTextOf(portal, code)
const cases = ({ token }: Reserved) => casesOf(portal, token)
const trailOf = async ({ code }: Pick<Reserved, 'code'>) => {
  const { id } = await portal.db
    .selectFrom('reservation')
    .select('id')
    .where('ticket_code', '=', code)
    .executeTakeFirstOrThrow()
  const rows = portal.db.selectFrom('audit').select('action').where('subject', '=', 'reservation')
  return (await rows.where('subject_id', '=', String(id)).orderBy('id').execute()).map(({ action }) => action)
}

/** Two minutes before the latest arrival. */
async function arriving() {
  const car = await reserved(portal, 1)
  portal.clock.forward(12 * 60 - 2)
  return { car, entered_at: portal.clock.now().toISOString() }
}

const pass = (minutes: number) => passMinutes(portal, minutes)

describe('a gate reports, after the retained amount was captured, that the car came in time', () => {
  it.each([
    ['plate', async ({ plate }: Reserved) => ({ plate })],
    ['QR code', async (car: Reserved) => ({ qr: await qrOf(car) })],
    ['code', async ({ code }: Reserved) => ({ code })],
  ])('by %s: an ordinary ticket with the driver’s code, and a case for staff', async (_, name) => {
    const { car, entered_at } = await arriving()
    await pass(90)
    const named = await name(car)
    const entry = await enter({ ...named, entered_at })
    expect(entry).toMatchObject({ status: 201, body: { code: car.code, open: true } })
    expect(entry.body).not.toHaveProperty('reservation')
    expect(await cases(car)).toEqual([{ kind: 'came_in_time', amount_cents: 1500 }])
    expect(await trailOf(car)).toContain('came_in_time')

    const qr = await qrOf(car)
    expect((await leave({ qr })).body).toMatchObject({ open: false, reason: 'due', due: 6 })
    const guest = portal.client()
    const token = await openTransaction(guest, car.code)
    expect(at(must(await pay(guest, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect((await leave({ qr })).body).toMatchObject({ open: true, reason: 'paid' })
    await expectInvariants(portal)
  })

  it('while the capture’s outcome is unknown: the case opens with the capture', async () => {
    const { car, entered_at } = await arriving()
    portal.clock.forward(90)
    await portal.simulator.fault('drop_before_commit', 50)
    await portal.sweep()
    await portal.runJobs()
    must(await enter({ plate: car.plate, entered_at }))
    expect(await cases(car)).toEqual([])
    await portal.simulator.clearFaults()
    await pass(5)
    await pass(5)
    expect(await cases(car)).toEqual([{ kind: 'came_in_time', amount_cents: 1500 }])
    await expectInvariants(portal)
  })

  it('staff read the case, and refund', async () => {
    const { car, entered_at } = await arriving()
    await pass(90)
    must(await enter({ plate: car.plate, entered_at }))
    await portal.runJobs()
    const [mail] = await portal.db
      .selectFrom('mail')
      .select('subject')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(mail?.subject).toContain('Reserva cobrada, e o carro veio a tempo')
    const manager = await staffMember(portal, 2)
    const file = `/api/staff/transactions/${car.token}`
    const attempt = at(must(await manager.get(`${file}/edit`)).body, 'data.attempts.0')
    expect(attempt).toMatchObject({ n: 1, can: ['accept', 'give_back'] })
    const value = at(must(await manager.get(`${file}/edit`)).body, 'data.cases.0.amount.value')
    must(await manager.post(`${file}/attempts/1`, { decision: 'give_back', reason: 'O carro veio', value }))
    await portal.runJobs()
    expect(at(must(await car.read()).body, 'data.state')).toBe('refunded')
    const open = at(must(await manager.get(`${file}/edit`)).body, 'data.cases')
    expect(open).toEqual([])
    await expectInvariants(portal)
  })

  it('after staff had refunded a part: the case has the rest', async () => {
    const { car, entered_at } = await arriving()
    await pass(90)
    const manager = await staffMember(portal, 2)
    const back = { value: 10, kept: 15, reason: 'Cortesia' }
    must(await manager.post(`/api/staff/transactions/${car.token}/refund`, back))
    await portal.runJobs()
    must(await enter({ plate: car.plate, entered_at }))
    expect(await cases(car)).toEqual([{ kind: 'came_in_time', amount_cents: 500 }])
  })

  it('repeated by its QR code: one ticket, and the code admits no car later', async () => {
    const { car, entered_at } = await arriving()
    await pass(90)
    const qr = await qrOf(car)
    for (let told = 0; told < 2; told += 1)
      expect(must(await enter({ qr, entered_at })).body).toMatchObject({ code: car.code })
    expect(await cases(car)).toHaveLength(1)
    expect(await enter({ qr })).toMatchObject({ status: 409, body: { code: 'no_reservation' } })
  })
})

describe('a reservation that had ended when the car came', () => {
  it('or was never paid: an ordinary ticket, which is not in its history', async () => {
    const { client, vehicleId, plate } = await driver(portal)
    const code = textAt(must(await createReserve(client, vehicleId, 1)).body, 'ticket_code')
    const entered_at = portal.clock.now().toISOString()
    await pass(20)
    expect(at(must(await enter({ plate, entered_at })).body, 'code')).not.toBe(code)
    expect(await trailOf({ code })).toEqual(['held', 'released'])
  })

  it('does not change the visit: an ordinary ticket by plate, and its QR code is invalid', async () => {
    const { car } = await arriving()
    await pass(3)
    const entered_at = portal.clock.now().toISOString()
    await pass(90)
    const qr = await qrOf(car)
    expect(await enter({ qr, entered_at })).toMatchObject({ status: 409, body: { code: 'no_reservation' } })
    const entry = must(await enter({ plate: car.plate, entered_at }))
    expect(at(entry.body, 'code')).not.toBe(car.code)
    expect(await cases(car)).toEqual([])
  })

  it('cancelled by the driver after the car entered: it can leave, and staff get a case of the retained amount', async () => {
    const { car, entered_at } = await arriving()
    portal.clock.forward(1)
    must(await car.cancel())
    await portal.runJobs()
    const qr = await qrOf(car)
    expect(await enter({ qr })).toMatchObject({ status: 409, body: { code: 'no_reservation' } })
    expect((await enter({ qr, entered_at })).body).toMatchObject({ code: car.code, open: true })
    expect(await cases(car)).toEqual([{ kind: 'came_in_time', amount_cents: 1500 }])
    expect((await leave({ qr })).body).toMatchObject({ open: true, reason: 'free' })
  })
})
