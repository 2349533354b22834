import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { isStateWithDeadline, reserveStateAt, type StateWithDeadline } from '#reservation/reservationState.ts'
import { reserveState } from '#reservation/wireReserve.ts'
import { type Answer, at, textAt } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { logIn } from '#test/support/people.ts'
import {
  createReserve,
  driver,
  type Reserved,
  reserved,
  setReserve,
  qrTextOf,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  await setReserve(portal, {})
  gate = portal.gate()
})

type Car = Pick<Reserved, 'plate' | 'code'> & Partial<Pick<Reserved, 'confirm'>>
type Told = (car: Car, instant: string) => Promise<Answer>
type Row = {
  name: string
  ready: () => Promise<Car>
  /** Minutes until the clock ends the state. */
  lapses: number
  meanwhile?: (car: Car) => Promise<void>
  tell: Told
}

const qrOf = (code: string) => qrTextOf(portal, code)
const names = {
  plate: async ({ plate }: Car) => ({ plate }),
  'QR code': async ({ code }: Car) => ({ qr: await qrOf(code) }),
  code: async ({ code }: Car) => ({ code }),
}
const ways = Object.entries(names)

const entersBy =
  (name: (car: Car) => Promise<object>): Told =>
  async (car, entered_at) =>
    gate.entry({ lot_id: 1, gate: 'E1', ...(await name(car)), entered_at })
const leavesBy =
  (name: (car: Car) => Promise<object>): Told =>
  async (car, instant) =>
    gate.exit({ lot_id: 1, gate: 'S1', ...(await name(car)), at: instant })
const paysAtMachine =
  (amount: number): Told =>
  async (car, paid_at) => {
    must(await gate.payment({ code: car.code, amount, paid_at, method: 'cash' }))
    return leavesBy(names.code)(car, paid_at)
  }

async function inside(minutes: number): Promise<Reserved> {
  const car = await reserved(portal, 1)
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(minutes)
  return car
}

/** Reserved, parked, and exit requested; `ok`: it opened. */
async function authorised(minutes: number, ok: boolean): Promise<Reserved> {
  const car = await inside(minutes)
  // A login ends after half a day.
  must(await logIn(car.client, car.person))
  expect(at(must(await car.confirm()).body, 'data.ok')).toBe(ok)
  portal.clock.forward(2)
  return car
}

const unpaidSpace = async () => {
  const { client, vehicleId, plate } = await driver(portal)
  return { plate, code: textAt(must(await createReserve(client, vehicleId, 1)).body, 'ticket_code') }
}
const arriving = async () => {
  const car = await reserved(portal, 1)
  portal.clock.forward(12 * 60 - 2)
  return car
}
const days = 24 * 60

/** Late reports by the state that the clock ends. */
const ofReservations: Record<StateWithDeadline | 'entered', readonly Row[]> = {
  held: [{ name: 'it came by plate', ready: unpaidSpace, lapses: 20, tell: entersBy(names.plate) }],
  preauthorised: ways.map(([way, name]) => ({
    name: `it came in time, by ${way}`,
    ready: arriving,
    lapses: 5,
    tell: entersBy(name),
  })),
  entered: [
    {
      name: 'paid at a machine before the hold had to be used',
      ready: () => inside(6 * days - 10),
      lapses: 20,
      tell: paysAtMachine(157),
    },
  ],
  surplus_due: [
    {
      name: 'the difference was paid at a machine',
      ready: () => authorised(53 * 60 - 2, false),
      lapses: 90,
      tell: paysAtMachine(7),
    },
  ],
  exit_confirmed: [
    ...ways.map(([way, name]) => ({
      name: `it left without a charge, by ${way}`,
      ready: () => authorised(20, true),
      lapses: 20,
      tell: leavesBy(name),
    })),
    {
      name: 'it left without a charge, and its driver authorised the exit again before the report',
      ready: () => authorised(20, true),
      lapses: 20,
      meanwhile: async ({ confirm }) => expect(at((await confirm?.())?.body, 'data.ok')).toBe(false),
      tell: leavesBy(names.code),
    },
    {
      name: 'it left after a charge',
      ready: () => authorised(130, true),
      lapses: 90,
      tell: leavesBy(names.code),
    },
  ],
}

const ofTickets: readonly Row[] = [
  {
    name: 'the open payment of a ticket: paid at a machine',
    ready: async () => {
      const code = await portal.openTicket(130)
      await openTransaction(portal.client(), code)
      return { code, plate: '' }
    },
    lapses: 3 * 60,
    tell: paysAtMachine(7),
  },
]

/** Codes and deadlines differ from car to car. */
const doneWith = ({ status, body }: Answer) => ({
  status,
  open: at(body, 'open'),
  reason: at(body, 'reason'),
  reserved: at(body, 'reservation') !== undefined,
})

async function answer({ ready, lapses, meanwhile, tell }: Row, late: boolean) {
  const car = await ready()
  const instant = portal.clock.now().toISOString()
  if (late) {
    await passMinutes(portal, lapses)
    await meanwhile?.(car)
  }
  return doneWith(await tell(car, instant))
}

describe('after the clock has ended a state, a late report is answered as if it were in time', () => {
  it.each(Object.entries(ofReservations).flatMap(([state, rows]) => rows.map((row) => ({ state, ...row }))))(
    'a reservation that was $state: $name',
    async (row) => {
      const atOnce = await answer(row, false)
      expect(await answer(row, true)).toEqual(atOnce)
      await expectInvariants(portal)
    },
  )

  it.each(ofTickets)('$name', async (row) => {
    const atOnce = await answer(row, false)
    expect(await answer(row, true)).toEqual(atOnce)
    await expectInvariants(portal)
  })

  it.each([
    ['at once', false],
    ['late', true],
  ])(
    'an exit without a charge, in the minute of its deadline, reported %s: the car has left',
    async (_, late) => {
      const ready = async () => {
        const car = await authorised(20, true)
        portal.clock.forward(8.5)
        return car
      }
      for (const [name, way] of ways)
        expect(await answer({ name, ready, lapses: 20, tell: leavesBy(way) }, late)).toMatchObject({
          open: true,
          reason: 'free',
        })
      const over = async () => {
        const car = await ready()
        portal.clock.forward(0.5)
        return car
      }
      expect(
        await answer({ name: 'over', ready: over, lapses: 20, tell: leavesBy(names.code) }, late),
      ).toMatchObject({ open: false })
      await expectInvariants(portal)
    },
  )

  it('every state that the clock ends has its rows', () => {
    const [past, now] = [new Date(0), new Date(minuteMs)]
    const ended = reserveState.options.filter(
      (state) => reserveStateAt({ state, deadlineAt: past, paymentClosed: false }, now) !== state,
    )
    expect(ended).toEqual(reserveState.options.filter(isStateWithDeadline))
    expect(Object.keys(ofReservations)).toEqual(expect.arrayContaining(ended))
  })
})
