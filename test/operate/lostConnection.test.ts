import { afterAll, beforeAll, expect, it } from 'vitest'
import { PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { enterCar } from '#test/support/garage/gate.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'

/** The server terminates the portal's session, as an administrator or a restart of PostgreSQL does. */
let instance: Instance
let portal: PortalProcess
beforeAll(async () => {
  instance = await prepareInstance('postgresql')
  portal = await startProcess({ ...instance.env, JANITOR_INTERVAL_MS: '3600000', DRAIN_DELAY_MS: '500' })
})
afterAll(async () => {
  await portal.kill()
  await instance.close()
})

const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Terminates the sessions in this state and waits until they are closed; answers how many. */
async function terminate(state: string): Promise<number> {
  const ended = await instance.query(
    `with chosen as materialized (select pid ${others} and ${state})
     select pid from chosen where pg_terminate_backend(pid)`,
  )
  const pids = ended.map(({ pid }) => pid)
  const left = () => instance.query('select 1 from pg_stat_activity where pid = any($1)', [pids])
  await until('the sessions are closed', async () => (await left()).length === 0)
  return pids.length
}

/** A driver whose cancellation waits for a locked table. */
async function waitingDriver() {
  const client = new PortalClient(portal.url)
  const token = await openTransaction(client, await enterCar(portal.url))
  const lock = await instance.lockTable('payment')
  const call = client.post(`/api/pm_transaction/${token}/cancelPayment`)
  const answer = call.catch((error: unknown) => ({ status: 0, body: String(error) }))
  await until('the call waits for the lock', lock.waiting)
  return { answer, lock }
}

async function expectAllWell() {
  expect(portal.hasEnded()).toBe(false)
  const client = new PortalClient(portal.url)
  const token = await openTransaction(client, await enterCar(portal.url))
  expect(must(await pay(client, token, cardEndingIn(1)))).toMatchObject({ body: { data: { ok: true } } })
}

it('a database connection lost while idle in the pool: no call fails', async () => {
  expect(await terminate(`state = 'idle'`)).toBeGreaterThan(0)
  await expectAllWell()
})

it('a database connection lost during a statement of a transaction: 503, and the next call works', async () => {
  const { answer, lock } = await waitingDriver()
  expect(await terminate(`wait_event_type = 'Lock'`)).toBeGreaterThan(0)
  expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await lock.release()
  await expectAllWell()
})

it('a database connection lost between two statements of a transaction: 503, and the next call works', async () => {
  const { answer, lock } = await waitingDriver()
  // While the portal is frozen, the statement's answer and the session's end arrive together.
  const thaw = portal.freeze()
  await lock.release()
  const done = () => instance.query(`select 1 ${others} and state = 'idle in transaction'`)
  await until('the statement is done', async () => (await done()).length > 0)
  expect(await terminate(`state = 'idle in transaction'`)).toBeGreaterThan(0)
  thaw()
  expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await expectAllWell()
})

it('SIGTERM: /readyz is 503 at once, and calls are answered until the process ends', async () => {
  const ended = portal.stop()
  const ask = async (path: string) => (await fetch(portal.url + path).catch(() => null))?.status
  await expect.poll(() => ask('/readyz'), { interval: 10 }).toBe(503)
  expect(await ask('/api/parking/stats')).toBe(200)
  expect(await ended).toBe(0)
  expect(await ask('/readyz')).toBeUndefined()
})
