import { afterAll, beforeAll, expect, it } from 'vitest'
import { textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
/** Minutes after the portal's start: from the tenth on version 2, from the thirtieth on version 3. */
let started: Date
beforeAll(async () => {
  portal = await startPortal()
  await setReserve(portal, {})
  started = portal.clock.now()
})
afterAll(() => portal.close())

const minute = (minutes: number) => new Date(started.getTime() + minutes * 60_000)
const enter = async (body: object) =>
  textAt(must(await portal.gate().entry({ lot_id: 1, gate: 'E1', ...body })).body, 'code')
async function versionOf(code: string): Promise<number> {
  const ticket = portal.db.selectFrom('ticket').innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
  return (await ticket.select('version').where('code', '=', code).executeTakeFirstOrThrow()).version
}
async function dearer(version: number, created_at: Date): Promise<void> {
  const first = await portal.db
    .selectFrom('tariff')
    .selectAll()
    .where('lot_id', '=', 1)
    .where('version', '=', 1)
    .executeTakeFirstOrThrow()
  const rules = JSON.stringify({
    ...(first.rules as object),
    first_block: { minutes: 120, value_cents: 1000 * version },
  })
  await portal.db
    .insertInto('tariff')
    .values({ lot_id: 1, name: `Tarifa ${version}`, version, rules, created_at })
    .execute()
}

it('a car that is told late pays by the tariff that was in force when it came', async () => {
  const waiting = await reserved(portal, 1)
  const late = await reserved(portal, 1)
  await dearer(2, minute(10))
  await dearer(3, minute(30))
  portal.clock.forward(40)
  const told = async (minutes: number, by: object = {}) =>
    versionOf(await enter({ ...by, entered_at: minute(minutes).toISOString() }))
  expect([await told(-5000), await told(9), await told(10), await told(29), await told(30)]).toEqual([
    1, 1, 2, 2, 3,
  ])
  expect(await versionOf(await enter({}))).toBe(3)
  expect(await told(20, { plate: waiting.plate })).toBe(2)
  portal.clock.forward(14 * 60)
  await portal.sweep()
  const tooLate = await enter({ plate: late.plate, entered_at: minute(20).toISOString() })
  expect([tooLate, await versionOf(tooLate)]).toEqual([late.code, 2])
})
