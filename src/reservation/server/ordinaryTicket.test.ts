import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** The car of a reservation that comes with an ordinary ticket: nobody pays twice for one visit. */
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ acquirerTimeoutMs: 1_200 })
  await setReserve(portal, {})
})
beforeEach(() => portal.simulator.clearFaults())
afterAll(async () => {
  await expectInvariants(portal)
  await portal.close()
})

type Car = { token: string; plate: string; client: Awaited<ReturnType<typeof driver>>['client'] }

let printed = 0
/** By its plate; or by a code that the gate has printed, with the plate that its camera read. */
const byPlate = ({ plate }: Car) => ({ plate })
const byCode = ({ plate }: Car) => {
  printed += 1
  return { plate, code: `77${String(printed).padStart(11, '0')}` }
}

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
  await portal.endLeases()
  await portal.sweep()
  await portal.runJobs()
}

/** What the acquirer keeps of the hold, what of it stands, and how payment and reservation are. */
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

describe('the hold’s answer is lost, and the car comes meanwhile', () => {
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
  ])('%s when the hold is found: that is released, and nothing is kept later', async (_where, then) => {
    const car = await unanswered()
    await then(await enter(byPlate(car)))
    await pass(1)
    await pass(1)
    expect(await outcomeOf(car)).toEqual(free)
    const mail = await newestMail(car)
    expect(mail?.subject).toBe('A vaga reservada foi liberada')
    expect(mail?.text).toContain('entrou com um ticket comum')
    await pass(14 * 60)
    expect(await outcomeOf(car)).toMatchObject({ taken: 0, stands: false })
  })

  it('the hold is found first: the car enters its reservation', async () => {
    const car = await unanswered()
    await pass(1)
    const entry = must(await portal.gate().entry({ lot_id: 1, gate: 'E1', ...byPlate(car) }))
    expect(entry.body).toHaveProperty('reservation')
  })
})

describe('the hold stands, and the gate prints a code beside the plate', () => {
  it.each([
    ['does not come', null, 1500, 'no_show'],
    ['comes with an ordinary ticket', { lot: 1, after: 60 }, 0, 'released'],
    ['comes to another car park', { lot: 2, after: 60 }, 1500, 'no_show'],
    ['comes after its latest arrival', { lot: 1, after: 12 * 60 + 1 }, 1500, 'no_show'],
  ] as const)('the car %s: of the hold so much is kept', async (_how, comes, taken, state) => {
    const car = await reserved(portal, 1)
    const after = comes?.after ?? 0
    portal.clock.forward(after)
    if (comes) await enter(byCode(car), comes.lot)
    await pass(14 * 60 - after)
    expect(await outcomeOf(car)).toMatchObject({ taken, state, stands: false })
    if (taken > 0) return
    expect(await outcomeOf(car)).toEqual(free)
    expect((await newestMail(car))?.text).toContain('entrou com um ticket comum')
  })

  it('the car was inside before it was reserved: that was another visit', async () => {
    const person = await driver(portal)
    await enter({ plate: person.plate })
    portal.clock.forward(5)
    const token = textAt(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token')
    must(await pay(person.client, token, cardEndingIn(1)))
    const car = { ...person, token }
    await pass(14 * 60)
    expect(await outcomeOf(car)).toMatchObject({ taken: 1500, state: 'no_show' })
  })

  it.each([true, false])('cancelled (came: %s): kept only where it did not come', async (came) => {
    const car = await reserved(portal, 1)
    portal.clock.forward(10)
    if (came) await enter(byCode(car))
    must(await callsOn(car.client, car.token).cancel())
    await pass(1)
    expect(await outcomeOf(car)).toMatchObject({ state: 'cancelled', taken: came ? 0 : 1500, stands: false })
    if (came) expect((await newestMail(car))?.text).toContain('entrou com um ticket comum')
  })

  it('told only after what is retained was taken: a case for staff', async () => {
    const car = await reserved(portal, 1)
    portal.clock.forward(60)
    const entered_at = portal.clock.now().toISOString()
    await pass(13 * 60)
    expect(await outcomeOf(car)).toMatchObject({ taken: 1500, state: 'no_show' })
    await enter({ ...byCode(car), entered_at })
    const cases = await portal.db
      .selectFrom('review_case')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select(['kind', 'review_case.amount_cents'])
      .where('token', '=', car.token)
      .execute()
    expect(cases).toEqual([{ kind: 'paid_twice', amount_cents: 1500 }])
  })
})
