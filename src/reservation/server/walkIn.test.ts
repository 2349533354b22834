import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '#kit/server/db/transaction.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
beforeAll(async () => {
  await setReserve(portal, {})
})
beforeEach(() => portal.simulator.clearFaults())

type Car = { token: string; plate: string; client: Awaited<ReturnType<typeof driver>>['client'] }

async function enter(body: object, lot_id = 1): Promise<string> {
  const entry = must(await portal.gate().entry({ lot_id, gate: 'E1', ...body }))
  expect(entry.body).not.toHaveProperty('reservation')
  return textAt(entry.body, 'code')
}

async function payAndLeave(code: string): Promise<void> {
  const guest = portal.client()
  must(await pay(guest, await openTransaction(guest, code), cardEndingIn(1)))
  expect((await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body).toMatchObject({ open: true })
}

async function pass(minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await portal.expireLeases()
  await portal.sweep()
  await portal.runJobs()
}

async function outcomeOf({ token }: Car) {
  const sales = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  const row = await portal.db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['payment.state as money', 'reservation.state'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    taken: sales.reduce((sum, { captured, voided }) => sum + Math.max(0, captured - voided), 0),
    stands: sales.some(({ status }) => status === 1),
  }
}

async function newestMail(car: Car & { person: { email: string } }) {
  const rows = portal.db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('recipient', '=', car.person.email)
  return rows.orderBy('id', 'desc').executeTakeFirst()
}

const free = { state: 'released', money: 'voided', taken: 0, stands: false }

describe('a car enters before the lost answer about its hold is found', () => {
  async function unanswered() {
    const person = await driver(portal)
    const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
    await portal.simulator.fault('drop_after_commit')
    must(await pay(person.client, token, cardEndingIn(1)))
    return { ...person, token }
  }

  it.each([
    ['it is inside', async () => {}],
    [
      'it has paid and left',
      async (code: string) => {
        portal.clock.forward(35)
        await payAndLeave(code)
      },
    ],
  ])('and %s when the hold is found: it is released, and nothing is retained later', async (_where, then) => {
    const car = await unanswered()
    await then(await enter({ plate: car.plate }))
    await pass(1)
    await pass(1)
    expect(await outcomeOf(car)).toEqual(free)
    const mail = await newestMail(car)
    expect(mail?.subject).toBe('A vaga reservada foi liberada')
    expect(mail?.text).toContain('entrou com um ticket comum')
    await pass(14 * 60)
    expect(await outcomeOf(car)).toMatchObject({ taken: 0, stands: false })
  })

  it('the entrance reported by an instance whose clock lags, before the payment: the hold is released', async () => {
    const person = await driver(portal)
    portal.clock.forward(0.5)
    const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
    portal.clock.forward(-1 / 3)
    await enter({ plate: person.plate })
    portal.clock.forward(0.5)
    must(await pay(person.client, token, cardEndingIn(1)))
    await pass(1)
    expect(await outcomeOf({ ...person, token })).toEqual(free)
  })

  it('the entrance reported again after the release of the hold: the same ticket', async () => {
    const car = await unanswered()
    const entered_at = portal.clock.now().toISOString()
    const code = await enter({ plate: car.plate, entered_at })
    await pass(1)
    await pass(1)
    expect(await outcomeOf(car)).toEqual(free)
    expect(await enter({ plate: car.plate, entered_at })).toBe(code)
    const tickets = portal.db.selectFrom('ticket').select('code').where('plate', '=', car.plate)
    expect(await tickets.execute()).toEqual([{ code }])
  })

  it('the entrance reported with the plate’s spelling before Mercosul: the hold is released', async () => {
    const car = await unanswered()
    const read = car.plate.replace(/^(\w{4})([A-J])/, (_, start: string, letter: string) => {
      return `${start}${letter.charCodeAt(0) - 'A'.charCodeAt(0)}`
    })
    expect(read).not.toBe(car.plate)
    await enter({ plate: read })
    await pass(1)
    await pass(1)
    expect(await outcomeOf(car)).toEqual(free)
  })

  it('a hold found before the entrance: the car enters its reservation', async () => {
    const car = await unanswered()
    await pass(1)
    const entry = must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    expect(entry.body).toHaveProperty('reservation')
  })
})

/** Stored as if issued before the reservation. */
const issue = ({ plate }: Car) =>
  transaction(portal.db, (db) => {
    const now = portal.clock.now()
    return issueTicket(db, { lotId: 1, gate: 'E1', code: null, plate, enteredAt: now, now })
  })

describe('an ordinary ticket of a car whose reservation has a hold', () => {
  it.each([
    ['does not come', 0, null, 1500, 'no_show'],
    ['has come with an ordinary ticket', 60, issue, 0, 'released'],
    ['comes to another car park', 60, ({ plate }: Car) => enter({ plate }, 2), 1500, 'no_show'],
    ['comes after its latest arrival', 721, ({ plate }: Car) => enter({ plate }), 1500, 'no_show'],
  ] as const)(
    'while the car %s: this much of the hold is retained',
    async (_how, after, comes, taken, state) => {
      const car = await reserved(portal, 1)
      portal.clock.forward(after)
      await comes?.(car)
      await pass(14 * 60 - after)
      expect(await outcomeOf(car)).toMatchObject({ taken, state, stands: false })
      if (taken > 0) return
      expect(await outcomeOf(car)).toEqual(free)
      expect((await newestMail(car))?.text).toContain('entrou com um ticket comum')
    },
  )

  it('issued before the reservation: another visit', async () => {
    const person = await driver(portal)
    await enter({ plate: person.plate })
    portal.clock.forward(5)
    const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
    must(await pay(person.client, token, cardEndingIn(1)))
    await pass(14 * 60)
    expect(await outcomeOf({ ...person, token })).toMatchObject({ taken: 1500, state: 'no_show' })
  })

  it('reported before the reservation by an instance whose clock is ahead: another visit', async () => {
    const person = await driver(portal)
    portal.clock.forward(1 / 3)
    await enter({ plate: person.plate })
    portal.clock.forward(-1 / 3)
    const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
    must(await pay(person.client, token, cardEndingIn(1)))
    expect(await outcomeOf({ ...person, token })).toMatchObject({ state: 'preauthorised' })
  })

  it.each([true, false])(
    'issued a moment before the reservation (left again: %s): another visit',
    async (left) => {
      const person = await driver(portal)
      const code = await enter({ plate: person.plate })
      if (left)
        expect((await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body).toMatchObject({ open: true })
      portal.clock.forward(1 / 60)
      const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
      expect(at(must(await pay(person.client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
      expect(await outcomeOf({ ...person, token })).toMatchObject({
        money: 'authorised',
        state: 'preauthorised',
      })
    },
  )

  it.each([true, false])(
    'and a cancellation (came: %s): the amount is retained only if the car did not come',
    async (came) => {
      const car = await reserved(portal, 1)
      portal.clock.forward(10)
      if (came) await issue(car)
      must(await callsOn(car.client, car.token).cancel())
      await pass(1)
      expect(await outcomeOf(car)).toMatchObject({
        state: 'cancelled',
        taken: came ? 0 : 1500,
        stands: false,
      })
      if (came) expect((await newestMail(car))?.text).toContain('entrou com um ticket comum')
    },
  )
})
