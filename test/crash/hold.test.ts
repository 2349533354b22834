import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { callsOn, type Reserved, reserved } from '#test/support/garage/reserve.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { setStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof setStage>>

/** A way in which a hold of 50,00 ends, and what both sides must know afterwards. */
type Ending = {
  name: string
  /** What happened before; the answer begins the ending. */
  ready(stage: Stage, car: Reserved): Promise<() => Promise<unknown>>
  retained?: 'nothing'
  state: 'captured' | 'voided'
  reserve: string
  captured: number
  voided: number
}

/** The car has been inside so long that tariff A asks for `cents`. */
async function parkedFor(stage: Stage, car: Reserved, cents: number): Promise<void> {
  const gate = await stage.gate(car.client.url)
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  // Half a minute before the next step would be too near: ten minutes.
  await stage.parkedFor(car.code, 120 + ((cents - 600) / 100) * 60 - 10)
}

const used: Ending = {
  name: 'exit authorised at 9,00',
  ready: async (stage, car) => {
    await parkedFor(stage, car, 900)
    return () => car.confirm()
  },
  state: 'captured',
  reserve: 'exit_confirmed',
  captured: 900,
  voided: 0,
}
const usedUp: Ending = {
  ...used,
  name: 'exit authorised at 57,00',
  ready: async (stage, car) => {
    await parkedFor(stage, car, 5700)
    return () => car.confirm()
  },
  reserve: 'surplus_due',
  captured: 5000,
}
const cancelled: Ending = {
  name: 'cancelled, 15,00 retained',
  ready: async (_, car) => () => car.cancel(),
  state: 'captured',
  reserve: 'cancelled',
  captured: 1500,
  voided: 0,
}
const released: Ending = {
  ...cancelled,
  name: 'cancelled, nothing retained',
  retained: 'nothing',
  state: 'voided',
  captured: 0,
  voided: 5000,
}
const noShow: Ending = {
  ...cancelled,
  name: 'not used in time',
  ready: async (stage, car) => () => stage.missArrival(car.code),
  reserve: 'no_show',
}

let stage: Stage
beforeEach(async () => {
  stage = await setStage('postgresql')
})
afterEach(() => stage.close())

/** A driver whose hold stands, at a portal that has just started. */
async function holding(ending: Ending): Promise<Reserved> {
  const first = await stage.start()
  if (ending.retained === 'nothing') await stage.retainNothing()
  return reserved({ client: () => first })
}

/** The portal comes back; the driver, with the same cookies, asks until the ending is known. */
async function settledAfterRestart(ending: Ending, car: Reserved): Promise<void> {
  const client = again(car.client, await stage.start())
  const calls = callsOn(client, car.token)
  const read = async () => must(await calls.read()).body
  await until(ending.state, async () => at(await read(), 'data.state') === ending.state)
  if (ending.reserve === 'exit_confirmed') expect(at(must(await calls.confirm()).body, 'data.ok')).toBe(true)
  if (ending.reserve === 'surplus_due')
    expect(at(must(await calls.confirm()).body, 'data')).toMatchObject({ ok: false, surplus: { value: 7 } })
  if (ending.reserve === 'cancelled') must(await calls.cancel())
  expect(at(await read(), 'data')).toMatchObject({
    state: ending.state,
    reserve: { state: ending.reserve },
    ...(ending.state === 'captured' ? { value: ending.captured / 100 } : {}),
  })
}

/** One sale at the acquirer, ended as it should be, one receipt, and the books agree. */
async function expectEnded({ captured, voided }: Ending): Promise<void> {
  const receipts = captured > 0 ? 1 : 0
  await until('receipt', async () => receiptsOf(await stage.mails()) >= receipts)
  expect(await stage.simulator.ledger()).toMatchObject([{ authorised: 5000, captured, voided }])
  const { mails } = await stage.expectInvariants()
  expect(receiptsOf(mails)).toBe(receipts)
}
const receiptsOf = (mails: readonly { subject: string }[]) =>
  mails.filter(({ subject }) => subject.startsWith('Recibo')).length

describe.each([used, cancelled, released, noShow])('killed while a hold ends: $name', (ending) => {
  it.each(['before', 'after'] as const)('%s the acquirer acted: ended once', async (point) => {
    const car = await holding(ending)
    const begin = await ending.ready(stage, car)
    const reached = stage.tap.pause({ method: 'PUT', point })
    const asked = begin().catch(() => 'died')
    await reached
    await stage.kill()
    await asked
    const acted = point === 'after' ? { captured: ending.captured, voided: ending.voided } : none
    expect(await stage.simulator.ledger()).toMatchObject([acted])
    await settledAfterRestart(ending, car)
    await expectEnded(ending)
  })

  it('after the answer, before the commit: ended once', async () => {
    const car = await holding(ending)
    const begin = await ending.ready(stage, car)
    const block = await stage.block('attempt')
    const asked = begin().catch(() => 'died')
    await until('the commit waits', block.waiting)
    await stage.kill()
    await asked
    await block.free()
    expect(await stage.simulator.ledger()).toMatchObject([
      { captured: ending.captured, voided: ending.voided },
    ])
    await settledAfterRestart(ending, car)
    await expectEnded(ending)
  })
})
const none = { captured: 0, voided: 0 }

describe('killed while a stay above the hold is taken', () => {
  it('all of the hold is captured once, and the rest is asked for', async () => {
    const car = await holding(usedUp)
    const begin = await usedUp.ready(stage, car)
    const reached = stage.tap.pause({ method: 'PUT', point: 'after' })
    const asked = begin().catch(() => 'died')
    await reached
    await stage.kill()
    await asked
    await settledAfterRestart(usedUp, car)
    await expectEnded(usedUp)
  })
})
