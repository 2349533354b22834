import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { callsOn, type Reserved, reserved } from '#test/support/garage/reserve.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { receiptsOf } from './receipts.ts'
import { setStage, type Stage } from './stage.ts'

/** A way in which a hold of 50,00 ends, and what both sides must know afterwards. */
type Ending = {
  name: string
  /** What happened before; the answer begins the ending. */
  ready(stage: Stage, car: Reserved): Promise<() => Promise<unknown>>
  retainedCents: number
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
  retainedCents: 1500,
  state: 'captured',
  reserve: 'exit_confirmed',
  captured: 900,
  voided: 0,
}
/** All of the hold is taken, and the rest is asked for. */
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
  retainedCents: 1500,
  ready: async (_, car) => () => car.cancel(),
  state: 'captured',
  reserve: 'cancelled',
  captured: 1500,
  voided: 0,
}
const released: Ending = {
  ...cancelled,
  name: 'cancelled, nothing retained',
  retainedCents: 0,
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
beforeAll(async () => {
  stage = await setStage('postgresql')
})
afterAll(() => stage.close())

type Point = 'before' | 'after' | 'commit'

/** Begins these endings, all at once, and kills the portal when each has come to the point. */
async function killWhile(endings: readonly { ending: Ending; car: Reserved }[], point: Point) {
  const block = point === 'commit' ? await stage.block('attempt') : null
  const begun = []
  for (const { ending, car } of endings) {
    const begin = await ending.ready(stage, car)
    const reached = point === 'commit' ? null : stage.tap.pause({ method: 'PUT', point })
    begun.push(begin().catch(() => 'died'))
    await reached
  }
  if (block) await until('the commits wait', () => block.waiting(endings.length))
  await stage.kill()
  await Promise.all(begun)
  await block?.free()
}

/** The driver, with the same cookies, asks the portal that was started again until the ending is known. */
async function settledAfterRestart(ending: Ending, car: Reserved): Promise<void> {
  const client = again(car.client, await stage.browser())
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

/** One sale at the acquirer, ended as it should be, and one receipt. */
async function expectEnded({ captured, voided }: Ending, { token, code }: Reserved): Promise<void> {
  const client = await stage.browser()
  const receipts = captured > 0 ? 1 : 0
  await until('receipt', async () => (await receiptsOf(client, code)) >= receipts)
  expect(await stage.salesOf(token)).toMatchObject([{ authorised: 5000, captured, voided }])
  expect(await receiptsOf(client, code)).toBe(receipts)
}

const inTime = [used, cancelled, released, noShow]

describe('process killed while holds are being ended, after the acquirer acted', () => {
  endOnce('after', [...inTime, usedUp])
})
describe('process killed while holds are being ended', { tags: 'deep' }, () => {
  describe('before the request reached the acquirer', () => {
    endOnce('before', inTime)
  })
  describe('after the acquirer’s answer, before the commit', () => {
    endOnce('commit', inTime)
  })
})

/** Each ending is begun, killed at the point, and ends once after the restart. */
function endOnce(point: Point, endings: readonly Ending[]): void {
  const cars: { ending: Ending; car: Reserved }[] = []
  /** What the dead portal left at the acquirer, of each car. */
  let left: Awaited<ReturnType<Stage['salesOf']>>[]
  beforeAll(async () => {
    const client = await stage.browser()
    for (const ending of endings) {
      await stage.retain(ending.retainedCents)
      cars.push({ ending, car: await reserved({ client: () => again(client, client) }) })
    }
    await killWhile(cars, point)
    left = await Promise.all(cars.map(({ car }) => stage.salesOf(car.token)))
    await stage.outlive()
    await stage.start()
  })

  it('at the restart the acquirer has executed the requests that reached it, and no others', () => {
    const untouched = { captured: 0, voided: 0 }
    const due = endings.map(({ captured, voided }) => (point === 'before' ? untouched : { captured, voided }))
    expect(left).toMatchObject(due.map((sale) => [sale]))
  })

  it.each(endings)('$name: the hold is ended once', async (ending) => {
    const car = cars.find((one) => one.ending === ending)?.car
    if (!car) throw new Error('no car')
    await settledAfterRestart(ending, car)
    await expectEnded(ending, car)
  })
}

it('afterwards the ledger agrees with the acquirer', async () => {
  await expect(stage.expectInvariants()).resolves.toBeUndefined()
})
