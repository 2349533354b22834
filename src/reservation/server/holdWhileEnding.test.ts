import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { type Reserved, reserved, setReserve, casesOf } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
async function open(env: Record<string, string> = {}) {
  portal = await startPortal({ env })
  await setReserve(portal, {})
}
afterEach(async () => {
  await expectInvariants(portal)
  await portal.close()
})

async function inside(minutes: number): Promise<Reserved> {
  const car = await reserved(portal, 1)
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(minutes)
  return car
}

const paymentOf = async ({ token }: Reserved) =>
  portal.db
    .selectFrom('payment')
    .select(['state', 'requested_cents', 'amount_cents', 'breakdown'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

const saleOf = async ({ token }: Reserved) =>
  (await portal.simulator.ledger()).find(({ order_id }) => order_id.startsWith(token))

const leave = async ({ plate }: Reserved) => (await portal.gate().exit({ lot_id: 1, gate: 'S1', plate })).body

/** The acquirer's webhook, and the query after it. */
async function tellOfHold({ token }: Reserved) {
  const { reference } = await portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('reference')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const told = { PaymentId: reference, ChangeType: 1 }
  must(await portal.client().post('/webhooks/acquirer', told, { bare: true }))
  await portal.runJobs()
}

/** 'Autorizar saída', whose request reaches the acquirer two and a half minutes later. */
async function authoriseWithoutAnswer(car: Reserved) {
  await portal.simulator.fault('late_untold', 1)
  expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, needs_reload: true })
}

describe('a hold that the query still shows while its end is requested', () => {
  beforeEach(() => open())

  it.each([
    ['by a notification', tellOfHold],
    [
      'by a second call that is refused',
      async (car: Reserved) => {
        await portal.simulator.fault('capture_308', 1)
        expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, needs_reload: true })
      },
    ],
  ])('%s: the same amount is requested again, also past a step of the price', async (_, look) => {
    const car = await inside(120)
    await authoriseWithoutAnswer(car)
    await look(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'unknown', requested_cents: 600 })
    portal.clock.forward(3)
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect(await paymentOf(car)).toMatchObject({ state: 'captured', amount_cents: 600 })
    expect(await saleOf(car)).toMatchObject({ captured: 600, voided: 0 })
    expect(await leave(car)).toMatchObject({ open: true })
  })

  it('a release: nothing is captured once the stay costs something, and no case is opened', async () => {
    const car = await inside(29)
    await authoriseWithoutAnswer(car)
    await tellOfHold(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'unknown', requested_cents: 0 })
    portal.clock.forward(2)
    must(await car.confirm())
    portal.clock.forward(2)
    await tellOfHold(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'voided' })
    expect(await saleOf(car)).toMatchObject({ captured: 0, voided: 5000 })
    expect(await casesOf(portal, car.token)).toEqual([])
  })

  it('is treated as unchanged once no request can be in progress', async () => {
    const car = await inside(120)
    await portal.simulator.fault('drop_before_commit', 1)
    must(await car.confirm())
    portal.clock.forward(9)
    await tellOfHold(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'unknown' })
    portal.clock.forward(2)
    await tellOfHold(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'authorised' })
  })

  it('whose end was refused is unchanged, and the end may be requested at once', async () => {
    const car = await inside(120)
    await portal.simulator.fault('capture_308', 1)
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, needs_reload: false })
    expect(await paymentOf(car)).toMatchObject({ state: 'authorised' })
    portal.clock.forward(3)
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect(await paymentOf(car)).toMatchObject({ state: 'captured', amount_cents: 700 })
  })
})

describe('a request that takes effect later than the timeout', () => {
  beforeEach(() => open({ NOT_FOUND_GRACE_MS: '1000' }))

  it('pays its part of the stay, and only the rest is due', async () => {
    const car = await inside(120)
    await authoriseWithoutAnswer(car)
    portal.clock.forward(1)
    await tellOfHold(car)
    expect(await paymentOf(car)).toMatchObject({ state: 'authorised', requested_cents: 600 })
    portal.clock.forward(2)
    const pressed = must(await car.confirm()).body
    expect(at(pressed, 'data')).toMatchObject({ ok: false, surplus: { value: 1 } })
    const payment = await paymentOf(car)
    expect(payment).toMatchObject({ state: 'captured', amount_cents: 600, requested_cents: 600 })
    const lines = payment.breakdown as { amountCents: number }[]
    expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(600)
    expect(await saleOf(car)).toMatchObject({ captured: 600, voided: 0 })
    expect(await leave(car)).toMatchObject({ open: false, reason: 'overdue', due: 1 })
  })
})
