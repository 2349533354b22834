import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { demoGate } from '#test/support/garage/gate.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { logIn } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import { shopPerson } from '#simulators/demo/shop.ts'

let instance: Instance
let shop: PortalClient
let benefitId: number
beforeAll(async () => {
  instance = await prepareInstance('postgresql')
  shop = await instance.browser()
  await shop.get('/sanctum/csrf-cookie')
  must(await logIn(shop, shopPerson))
  benefitId = Number(at(must(await shop.get('/api/partner/me')).body, 'data.benefits.0.id'))
})
afterAll(() => instance.close())

/** A car in the shop's lot. */
async function enterCar(): Promise<string> {
  const entered_at = new Date(Date.now() - 130 * 60_000).toISOString()
  const gate = await demoGate(shop.url)
  return textAt(must(await gate.entry({ lot_id: 2, gate: 'E1', entered_at })).body, 'code')
}

/** The ticket's validations: the id of each, and whether it was undone. */
async function rowsOf(code: string): Promise<unknown[]> {
  return instance.query(
    `select v.id::int, undone_at is not null as undone from validation v where ticket_code = $1 order by v.id`,
    [code],
  )
}

const validates = (code: string) => shop.post('/api/partner/validations', { code, benefit_id: benefitId })
const undoes = (id: unknown) =>
  shop.change('DELETE', `/api/partner/validations/${String(id)}`, { reason: 'Engano' })
const unanswered = (call: Promise<unknown>) => call.catch(() => 'no answer' as const)

async function restart(): Promise<void> {
  shop = shop.movedTo((await instance.start()).url)
}

it('a process killed before the commit of a validation: nothing is given, and asked again it is given once', async () => {
  const code = await enterCar()
  const block = await instance.lockTable('validation')
  const calling = unanswered(validates(code))
  await until('the row waits', block.waiting)
  await instance.kill()
  expect(await calling).toBe('no answer')
  await block.release()
  await restart()
  expect(await rowsOf(code)).toEqual([])
  const given = must(await validates(code))
  expect(await rowsOf(code)).toEqual([{ id: at(given.body, 'data.id'), undone: false }])
})

it('between the commit of a validation or its undoing and the answer: asked again, it is the same one', async () => {
  const code = await enterCar()
  const giving = unanswered(validates(code))
  await until('it is committed', async () => (await rowsOf(code)).length === 1)
  await instance.kill()
  await giving
  await restart()
  const id = at(must(await validates(code)).body, 'data.id')
  expect(await rowsOf(code)).toEqual([{ id, undone: false }])
  const undoing = unanswered(undoes(id))
  await until('the undoing is committed', async () => at((await rowsOf(code))[0], 'undone') === true)
  await instance.kill()
  await undoing
  await restart()
  expect((await undoes(id)).status).toBe(404)
  expect(await rowsOf(code)).toEqual([{ id, undone: true }])
})
