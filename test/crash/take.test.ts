import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { enterCar } from '#test/support/garage/gate.ts'
import { openTill, take, takeIdOf } from '#test/support/garage/till.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { until } from '#test/support/process.ts'
import { signInStaff } from '../e2e/support/staffSessions.ts'

let instance: Instance
let cashier: PortalClient
beforeAll(async () => {
  instance = await prepareInstance('postgresql')
  cashier = await instance.browser()
  const cookies = (await signInStaff(cashier.url))[10] ?? {}
  for (const [name, value] of Object.entries(cookies)) cashier.cookies.set(name, value)
  await openTill(cashier)
})
afterAll(() => instance.close())

type Rows = { takes: number; paid: number; undone: number; receipts: number[] }

/** What the database knows of the ticket's takes, and the receipt numbers of all tickets. */
async function rowsOf(code: string): Promise<Rows> {
  const [row] = await instance.query(
    `select (select count(*)::int from till_take where ticket_code = $1 and undoes_id is null) as takes,
       (select count(*)::int from till_take where ticket_code = $1 and undoes_id is not null) as undone,
       (select count(*)::int from paid_segment s join ticket t on t.id = s.ticket_id
         where t.code = $1 and s.undone_at is null) as paid,
       (select coalesce(json_agg(receipt_number order by receipt_number), '[]') from till_take
         where undoes_id is null) as receipts`,
    [code],
  )
  return row as Rows
}

const pays = (code: string, key: string) =>
  take(cashier, code, { value: 7, received: 10 }, key).catch(() => 'no answer' as const)
const undoes = (id: number) =>
  cashier
    .post(`/api/staff/till_takes/${id}/undo`, { reason: 'Forma errada' })
    .catch(() => 'no answer' as const)

async function restart(): Promise<void> {
  cashier = cashier.movedTo((await instance.start()).url)
}

/** Kills the portal while the call waits to write a row of this table. */
async function killedBeforeCommit(call: () => Promise<unknown>): Promise<void> {
  const block = await instance.lockTable('till_take')
  const calling = call()
  await until('the row waits', block.waiting)
  await instance.kill()
  expect(await calling).toBe('no answer')
  await block.release()
  await restart()
}

/** Kills the portal once `isCommitted`; the caller has read no answer. */
async function killedAfterCommit(call: () => Promise<unknown>, isCommitted: () => Promise<boolean>) {
  const calling = call()
  await until('the row is committed', isCommitted)
  await instance.kill()
  await calling
  await restart()
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('a process killed before the commit of a take: nothing is taken, and its key takes it once', async () => {
  const [code, key] = [await enterCar(cashier.url, 130), randomUUID()]
  await killedBeforeCommit(() => pays(code, key))
  expect(await rowsOf(code)).toEqual({ takes: 0, paid: 0, undone: 0, receipts: [] })
  must(await take(cashier, code, { value: 7, received: 10 }, key))
  expect(await rowsOf(code)).toEqual({ takes: 1, paid: 1, undone: 0, receipts: [1] })
})

it('between the commit of a take and its answer: its key answers the receipt that stands', async () => {
  const [code, key] = [await enterCar(cashier.url, 130), randomUUID()]
  await killedAfterCommit(
    () => pays(code, key),
    async () => (await rowsOf(code)).takes === 1,
  )
  const { receipts } = await rowsOf(code)
  expect(receipts).toEqual(numbers(receipts.length))
  const again = must(await take(cashier, code, { value: 7, received: 10 }, key))
  expect(String(at(again.body, 'data.receipt'))).toMatch(new RegExp(`^1-\\d{4}-0*${receipts.length}$`))
  expect(await rowsOf(code)).toEqual({ takes: 1, paid: 1, undone: 0, receipts })
})

it('before the commit of an undoing: the take stands, and is undone when that is asked again', async () => {
  const code = await enterCar(cashier.url, 130)
  const id = takeIdOf(must(await take(cashier, code, { value: 7 })))
  await killedBeforeCommit(() => undoes(id))
  expect(await rowsOf(code)).toMatchObject({ takes: 1, paid: 1, undone: 0 })
  must(await cashier.post(`/api/staff/till_takes/${id}/undo`, { reason: 'Forma errada' }))
  expect(await rowsOf(code)).toMatchObject({ takes: 1, paid: 0, undone: 1 })
})

it('between the commit of an undoing and its answer: it is undone once', async () => {
  const code = await enterCar(cashier.url, 130)
  const id = takeIdOf(must(await take(cashier, code, { value: 7 })))
  await killedAfterCommit(
    () => undoes(id),
    async () => (await rowsOf(code)).undone === 1,
  )
  await cashier.post(`/api/staff/till_takes/${id}/undo`, { reason: 'Forma errada' })
  expect(await rowsOf(code)).toMatchObject({ takes: 1, paid: 0, undone: 1 })
})
