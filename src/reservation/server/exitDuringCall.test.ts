import { beforeAll, describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { createReserve, type Reserved, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { delayedAnswers } from '#test/support/wire/delayedAnswers.ts'

const answers = delayedAnswers()
const portal = portalOfFile({
  acquirerTimeoutMs: 25_000,
  acquirers: (cielo, bacen) => acquirersOf(answers.of(cielo), bacen),
})
beforeAll(async () => {
  await setReserve(portal, {})
})

const statesOf = async ({ code }: Reserved) =>
  portal.db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['reservation.state as reservation', 'payment.state as payment'])
    .where('reservation.ticket_code', '=', code)
    .executeTakeFirstOrThrow()

const leave = async ({ plate }: Reserved) => (await portal.gate().exit({ lot_id: 1, gate: 'S1', plate })).body

async function inside(): Promise<Reserved> {
  const car = await reserved(portal, 1)
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(120)
  return car
}

/** Holds back the acquirer's answer to 'Autorizar saída'; `answered` runs before it. */
async function pressed(car: Reserved, ends: 'capture' | 'void') {
  const { there, go } = answers.hold(ends)
  const answer = car.confirm()
  await there
  expect((await statesOf(car)).payment).toBe('capturing')
  const answered = () => {
    go()
    return answer
  }
  return { answered }
}

describe('a car that leaves during a call to the acquirer has left', () => {
  it.each([
    [
      'paid at a machine',
      async (car: Reserved) => {
        const paid_at = portal.clock.now().toISOString()
        must(await portal.gate().payment({ code: car.code, amount: 6, paid_at, method: 'cash' }))
        return pressed(car, 'void')
      },
    ],
    [
      'by the answer that another tab was given',
      async (car: Reserved) => {
        const slow = await pressed(car, 'capture')
        expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
        return slow
      },
    ],
  ])('%s', async (_, press) => {
    const car = await inside()
    const { answered } = await press(car)
    expect(await leave(car)).toMatchObject({ open: true })
    expect(await answered()).toMatchObject({ status: 409, body: { code: 'reservation_over' } })
    portal.clock.forward(60)
    await portal.sweep()
    expect(await statesOf(car)).toMatchObject({ reservation: 'exited' })
    must(await logIn(car.client, car.person))
    must(await createReserve(car.client, car.vehicleId, 1))
  })
})
