import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { demoGate } from '#test/support/garage/gate.ts'
import { callsOn, type Reserved, reserved } from '#test/support/garage/reserve.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { until } from '#test/support/process.ts'
import { receiptsOf } from './receipts.ts'

/** A way in which a hold of 50,00 ends, and what portal and acquirer must know afterwards. */
type Ending = {
  name: string
  /** Prepares the ending; answers what begins it. */
  prepare(instance: Instance, car: Reserved): Promise<() => Promise<unknown>>
  retainedCents: number
  state: 'captured' | 'voided'
  reserve: string
  captured: number
  voided: number
}

/** Backdates the entry so that tariff A asks for `cents`. */
async function parkedFor(instance: Instance, car: Reserved, cents: number): Promise<void> {
  const gate = await demoGate(car.client.url)
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  // Ten minutes before the tariff's next step.
  await instance.backdateEntry(car.code, 120 + ((cents - 600) / 100) * 60 - 10)
}

const used: Ending = {
  name: 'exit authorised at 9,00',
  prepare: async (instance, car) => {
    await parkedFor(instance, car, 900)
    return () => car.confirm()
  },
  retainedCents: 1500,
  state: 'captured',
  reserve: 'exit_confirmed',
  captured: 900,
  voided: 0,
}
/** The whole hold is captured, and the rest is due. */
const usedUp: Ending = {
  ...used,
  name: 'exit authorised at 57,00',
  prepare: async (instance, car) => {
    await parkedFor(instance, car, 5700)
    return () => car.confirm()
  },
  reserve: 'surplus_due',
  captured: 5000,
}
const cancelled: Ending = {
  name: 'cancelled, 15,00 retained',
  retainedCents: 1500,
  prepare: async (_, car) => () => car.cancel(),
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
  prepare: async (instance, car) => () => instance.missArrival(car.code),
  reserve: 'no_show',
}

let instance: Instance
beforeAll(async () => {
  instance = await prepareInstance('postgresql')
})
afterAll(() => instance.close())

type Point = 'before' | 'after' | 'commit'

/** Begins these endings, and kills the portal when each has reached the point. */
async function killWhile(endings: readonly { ending: Ending; car: Reserved }[], point: Point) {
  const block = point === 'commit' ? await instance.lockTable('attempt') : null
  const begun = []
  for (const { ending, car } of endings) {
    const begin = await ending.prepare(instance, car)
    const reached = point === 'commit' ? null : instance.proxy.pause({ method: 'PUT', point })
    begun.push(begin().catch(() => 'no answer'))
    await reached
  }
  if (block) await until('the commits wait', () => block.waiting(endings.length))
  await instance.kill()
  await Promise.all(begun)
  await block?.release()
}

/** The driver's browser queries the portal that was started again until the ending is known. */
async function settledAfterRestart(ending: Ending, car: Reserved): Promise<void> {
  const client = car.client.movedTo((await instance.browser()).url)
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

/** One sale at the acquirer with the expected ending, and one receipt. */
async function expectEnded({ captured, voided }: Ending, { token, code }: Reserved): Promise<void> {
  const client = await instance.browser()
  const receipts = captured > 0 ? 1 : 0
  await until('receipt', async () => (await receiptsOf(client, code)) >= receipts)
  expect(await instance.salesOf(token)).toMatchObject([{ authorised: 5000, captured, voided }])
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

/** Begins each ending, kills the portal at the point, and expects one ending after the restart. */
function endOnce(point: Point, endings: readonly Ending[]): void {
  const cars: { ending: Ending; car: Reserved }[] = []
  /** The sales at the acquirer before the restart, of each car. */
  let left: Awaited<ReturnType<Instance['salesOf']>>[]
  beforeAll(async () => {
    const client = await instance.browser()
    for (const ending of endings) {
      await instance.setRetained(ending.retainedCents)
      cars.push({ ending, car: await reserved({ client: () => client.movedTo(client.url) }) })
    }
    await killWhile(cars, point)
    left = await Promise.all(cars.map(({ car }) => instance.salesOf(car.token)))
    await instance.expireLeases()
    await instance.start()
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
  await expect(instance.compareLedgers()).resolves.toBeUndefined()
})
