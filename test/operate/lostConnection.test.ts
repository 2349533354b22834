import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'
import { setStage, type Stage } from '../crash/stage.ts'

/** The server ends the portal's session, as an administrator or a restart of PostgreSQL does. */
let stage: Stage
let portal: PortalProcess
let admin: pg.Client
beforeAll(async () => {
  stage = await setStage('postgresql')
  portal = await startProcess({ ...stage.env, JANITOR_INTERVAL_MS: '3600000', DRAIN_DELAY_MS: '500' })
  admin = new pg.Client(stage.env.DATABASE_URL)
  await admin.connect()
})
afterAll(async () => {
  await portal.kill()
  await admin.end()
  await stage.close()
})

const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Ends the sessions that are in this state, and waits until they are gone; answers how many. */
async function terminate(state: string): Promise<number> {
  const ended = await admin.query<{ pid: number }>(
    `with chosen as materialized (select pid ${others} and ${state})
     select pid from chosen where pg_terminate_backend(pid)`,
  )
  const pids = ended.rows.map(({ pid }) => pid)
  await until('the sessions are gone', async () => {
    const left = await admin.query('select 1 from pg_stat_activity where pid = any($1)', [pids])
    return left.rows.length === 0
  })
  return pids.length
}

/** A driver who is about to give a payment up, and stands before a row that somebody else holds. */
async function waitingDriver() {
  const client = new PortalClient(portal.url)
  const token = await openTransaction(client, await stage.enter(portal.url))
  const lock = await stage.block('payment')
  const call = client.post(`/api/pm_transaction/${token}/cancelPayment`)
  const answer = call.catch((error: unknown) => ({ status: 0, body: String(error) }))
  await until('the call waits for the lock', lock.waiting)
  return { answer, lock }
}

async function expectAllWell() {
  expect(portal.hasEnded()).toBe(false)
  const client = new PortalClient(portal.url)
  const token = await openTransaction(client, await stage.enter(portal.url))
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
  await lock.free()
  await expectAllWell()
})

it('a database connection lost between two statements of a transaction: 503, and the next call works', async () => {
  const { answer, lock } = await waitingDriver()
  // The answer of the statement and the end of the session reach a portal that was standing still together.
  const thaw = portal.freeze()
  await lock.free()
  await until('its statement is done', async () => {
    const done = await admin.query(`select 1 ${others} and state = 'idle in transaction'`)
    return done.rows.length > 0
  })
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
