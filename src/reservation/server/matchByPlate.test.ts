import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import {
  callsOn,
  createReserve,
  driver,
  type Reserved,
  reserved,
  setReserve,
  casesOf,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { sameEntranceMs } from '../reserveTerms.ts'
import { recordManualEntrance } from './backoffice/routes.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await setReserve(portal, {})
})

const now = () => portal.clock.now().toISOString()
const enter = (body: object, key: string = randomUUID()) =>
  portal.gate().entry({ lot_id: 1, gate: 'E1', ...body }, { 'idempotency-key': key })
const leave = async (body: object) => must(await portal.gate().exit({ lot_id: 1, gate: 'S1', ...body })).body
const reservationOf = (code: string) =>
  portal.db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['reservation.id', 'reservation.state as state', 'payment.state as money', 'token'])
    .where('reservation.ticket_code', '=', code)
    .executeTakeFirstOrThrow()
const stateOf = async ({ code }: { code: string }) => (await reservationOf(code)).state
const cases = async ({ code }: { code: string }) => casesOf(portal, (await reservationOf(code)).token)
const ticketsOf = async ({ plate }: { plate: string }) =>
  (await portal.db.selectFrom('ticket').select('code').where('plate', '=', plate).execute()).map(
    ({ code }) => code,
  )

const pass = (minutes: number) => passMinutes(portal, minutes)

type Car = Pick<Reserved, 'client' | 'person' | 'vehicleId' | 'plate'>
async function reserve(car: Car, { lotId = 1, paid = true } = {}) {
  // A login ends after half a day.
  must(await logIn(car.client, car.person))
  const { body } = must(await createReserve(car.client, car.vehicleId, lotId))
  const token = textAt(body, 'ws_token')
  if (paid) expect(at(must(await pay(car.client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return { code: textAt(body, 'ticket_code'), ...callsOn(car.client, token) }
}

async function visit({ code, confirm }: Awaited<ReturnType<typeof reserve>>, came: Date): Promise<void> {
  const { plate } = await portal.db
    .selectFrom('reservation')
    .select('plate')
    .where('ticket_code', '=', code)
    .executeTakeFirstOrThrow()
  expect(must(await enter({ plate, entered_at: came.toISOString() })).body).toMatchObject({ code })
  must(await confirm())
  expect(await leave({ code })).toMatchObject({ open: true })
  await portal.runJobs()
}

describe('an entrance by plate before the reservation was made', () => {
  it('enters it where it waits and no earlier one was valid: the gate may report any instant', async () => {
    const car = await driver(portal)
    const entered_at = addMs(portal.clock.now(), -180 * minuteMs).toISOString()
    const { code } = await reserve(car)
    expect(must(await enter({ plate: car.plate, entered_at })).body).toMatchObject({
      code,
      reservation: { plate: car.plate },
    })
    expect(await stateOf({ code })).toBe('entered')
  })

  it('by the clock of a gate that lags less than a minute came after it', async () => {
    const car = await driver(portal)
    const { code } = await reserve(car)
    const entered_at = addMs(portal.clock.now(), -minuteMs / 2).toISOString()
    expect(must(await enter({ plate: car.plate, entered_at })).body).toMatchObject({ code })
    expect(await stateOf({ code })).toBe('entered')
  })
})

describe('a plate with an active reservation enters it', () => {
  it('after a past visit, reported for an instant before that', async () => {
    const car = await driver(portal)
    const first = await reserve(car)
    const came = addMs(portal.clock.now(), -28 * 60 * minuteMs)
    await visit(first, came)
    const second = await reserve(car)
    const before = addMs(came, -sameEntranceMs - 1).toISOString()
    expect(must(await enter({ plate: car.plate, entered_at: before })).body).toMatchObject({
      code: second.code,
    })
    expect(await stateOf(second)).toBe('entered')
  })

  it('a moment after a visit that is over', async () => {
    const car = await driver(portal)
    await visit(await reserve(car), portal.clock.now())
    const second = await reserve(car)
    expect(must(await enter({ plate: car.plate })).body).toMatchObject({ code: second.code })
    expect(await stateOf(second)).toBe('entered')
  })

  it('a moment after another reservation was cancelled, reported some seconds late', async () => {
    const car = await driver(portal)
    const first = await reserve(car)
    portal.clock.forward(1 / 6)
    must(await first.cancel())
    await portal.runJobs()
    const second = await reserve(car)
    const entered_at = addMs(portal.clock.now(), -5_000).toISOString()
    expect(must(await enter({ plate: car.plate, entered_at })).body).toMatchObject({ code: second.code })
    expect(await cases(first)).toEqual([])
  })
})

describe('a car that came in time, reported after its driver reserved again', () => {
  /** A no-show, and the instant of its car. */
  async function cameInTime() {
    const first = await reserved(portal, 1)
    portal.clock.forward(12 * 60 - 2)
    const entered_at = now()
    await pass(5)
    return { first, entered_at }
  }
  const cameFor = async (first: Reserved, entered_at: string) => {
    const told = must(await enter({ plate: first.plate, entered_at }))
    expect(at(told.body, 'data')).toEqual({ code: first.code, open: true })
    expect(await cases(first)).toEqual([{ kind: 'came_in_time', amount_cents: 1500 }])
  }

  it.each<[string, (car: Reserved) => Promise<{ code: string }>, string]>([
    ['and the new one waits for its car', async (car) => reserve(car), 'preauthorised'],
    ['and the new one was never paid for', async (car) => reserve(car, { paid: false }), 'released'],
    ['in another car park', async (car) => reserve(car, { lotId: 2 }), 'preauthorised'],
    [
      'and has cancelled that too',
      async (car) => {
        const second = await reserve(car)
        must(await second.cancel())
        return second
      },
      'cancelled',
    ],
  ])('%s: it enters the first reservation', async (_, again, state) => {
    const { first, entered_at } = await cameInTime()
    const second = await again(first)
    await pass(20)
    await cameFor(first, entered_at)
    expect(await stateOf(second)).toBe(state)
    expect(await cases(second)).toEqual([])
    expect(await leave({ plate: first.plate, at: entered_at })).toMatchObject({
      open: true,
      code: first.code,
    })
  })
})

describe('a past visit, reported again after the car was reserved again', () => {
  it.each([
    ['as it came', 0],
    ['a little before, by another clock', -1],
    ['while it was inside', 150],
    ['while it was inside, after its latest arrival', 14 * 60],
  ])('%s: the same answer as before, and the new reservation still waits', async (_, minutes) => {
    const car = await driver(portal)
    const first = await reserve(car)
    const came = portal.clock.now()
    must(await enter({ plate: car.plate, entered_at: came.toISOString() }))
    portal.clock.forward(15 * 60)
    must(await logIn(car.client, car.person))
    must(await first.confirm())
    await portal.runJobs()
    expect(await leave({ plate: car.plate })).toMatchObject({ open: true })
    portal.clock.forward(5 * 60)
    const second = await reserve(car)
    const entered_at = addMs(came, minutes * minuteMs).toISOString()
    expect(must(await enter({ plate: car.plate, gate: 'E1b', entered_at })).body).toMatchObject({
      code: first.code,
      reservation: { plate: car.plate },
    })
    expect(await stateOf(first)).toBe('exited')
    expect(await stateOf(second)).toBe('preauthorised')
    expect(await ticketsOf(car)).toEqual([first.code])
  })
})

describe('a past visit by an ordinary ticket, reported again after the car was reserved', () => {
  it.each([
    ['as it came', 0],
    ['a little before, by another clock', -1],
    ['while it was inside', 100],
  ])('%s: the same answer as before, and the reservation still waits', async (_, minutes) => {
    const car = await driver(portal)
    const came = portal.clock.now()
    const code = textAt(must(await enter({ plate: car.plate, entered_at: came.toISOString() })).body, 'code')
    portal.clock.forward(130)
    const guest = portal.client()
    must(await pay(guest, await openTransaction(guest, code), cardEndingIn(1)))
    expect(await leave({ code })).toMatchObject({ open: true })
    portal.clock.forward(5)
    const reservation = await reserve(car)
    const entered_at = addMs(came, minutes * minuteMs).toISOString()
    expect(must(await enter({ plate: car.plate, gate: 'E1b', entered_at })).body).toEqual(
      expect.objectContaining({ code, open: true }),
    )
    expect(await stateOf(reservation)).toBe('preauthorised')
    expect(await ticketsOf(car)).toEqual([code])
  })
})

describe('a car that is inside by its reservation, reported again by its plate', () => {
  it('after staff registered the entrance: nothing is issued, and it leaves when its exit is authorised', async () => {
    const car = await reserved(portal, 1)
    const entered_at = now()
    portal.clock.forward(20)
    await recordManualEntrance(portal.deps.reservation, (await reservationOf(car.code)).id, 'staff 1')
    portal.clock.forward(10)
    expect(must(await enter({ plate: car.plate, entered_at })).body).toMatchObject({
      code: car.code,
      reservation: { plate: car.plate },
    })
    expect(await ticketsOf(car)).toEqual([car.code])
    portal.clock.forward(120)
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect(await leave({ plate: car.plate })).toMatchObject({ open: true, reason: 'paid', code: car.code })
  })

  it('and a gate prints a number for it: the printed number opens the same stay', async () => {
    const car = await reserved(portal, 1)
    const entered_at = now()
    portal.clock.forward(20)
    await recordManualEntrance(portal.deps.reservation, (await reservationOf(car.code)).id, 'staff 1')
    const printed = '7310000000017'
    expect(must(await enter({ plate: car.plate, code: printed, entered_at })).body).toMatchObject({
      code: printed,
    })
    expect(await ticketsOf(car)).toEqual([car.code])
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect(await leave({ code: printed })).toMatchObject({ open: true, reason: 'free' })
  })

  it('by two cameras at once: one entrance', async () => {
    const car = await reserved(portal, 1)
    const both = await Promise.all([enter({ plate: car.plate }), enter({ plate: car.plate, gate: 'E2' })])
    for (const told of both) expect(told).toMatchObject({ status: 201, body: { code: car.code } })
    expect(await ticketsOf(car)).toEqual([car.code])
  })

  it('came in time and was reported too late: one ordinary ticket', async () => {
    const car = await reserved(portal, 1)
    const entered_at = now()
    await pass(14 * 60)
    for (const gate of ['E1', 'E2'])
      expect(at(must(await enter({ plate: car.plate, gate, entered_at })).body, 'data')).toEqual({
        code: car.code,
        open: true,
      })
    expect(await ticketsOf(car)).toEqual([car.code])
    expect(await cases(car)).toEqual([{ kind: 'came_in_time', amount_cents: 1500 }])
  })

  it.each([
    ['an hour after it came', 60, false],
    ['after it has left', 3, true],
  ])('%s, that is another car or another visit: an ordinary ticket', async (_, minutes, gone) => {
    const car = await reserved(portal, 1)
    must(await enter({ plate: car.plate }))
    if (gone) expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    if (gone) expect(await leave({ plate: car.plate })).toMatchObject({ open: true })
    portal.clock.forward(minutes)
    const again = must(await enter({ plate: car.plate }))
    expect(again.body).not.toHaveProperty('reservation')
    expect(await ticketsOf(car)).toEqual([car.code, at(again.body, 'code')])
  })
})
