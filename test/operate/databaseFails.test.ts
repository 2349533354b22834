import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openWithoutMigrating } from '#app/server/database.ts'
import { readinessCheck } from '#app/server/health/readiness.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { defaultTimeouts } from '#kit/server/db/postgres.ts'
import { cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { startTcpProxy, type TcpProxy } from '#test/support/instances/tcpProxy.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { until } from '#test/support/process.ts'

/** What callers are answered while the database fails. */
let proxy: TcpProxy
let admin: pg.Client
let databaseUrl: string
afterAll(() => proxy.close())
const portal = portalOfFile({
  limits: { ...defaultTimeouts, connectMs: 2_000, queryMs: 3_000, idleInTransactionMs: 500 },
  databaseThrough: async (url) => {
    databaseUrl = url
    admin = new pg.Client(url)
    await admin.connect()
    proxy = await startTcpProxy(Number(new URL(url).port))
    return proxy.through(url)
  },
})
afterAll(() => admin.end())

afterEach(() => proxy.thaw())

const ready = () => timed('/readyz')

/** An answer, and whether it came before a database call's timeout. */
async function timed(path: string) {
  const from = performance.now()
  const { status, body, headers } = await portal.client().get(path)
  return { status, body, retryAfter: headers.get('retry-after'), soon: performance.now() - from < 2_500 }
}

const notReady = (why: string) => ({
  status: 503,
  body: { status: 'not ready', why: expect.stringContaining(why) },
  retryAfter: '5',
  soon: true,
})

async function expectAllWell() {
  await expect.poll(ready).toMatchObject({ status: 200, soon: true })
  const driver = portal.client()
  const token = await openTransaction(driver, await portal.openTicket(125))
  expect(must(await pay(driver, token, cardEndingIn(1)))).toMatchObject({ body: { data: { ok: true } } })
}

/** The answer to a driver who looks up a price. */
async function asked(code: string) {
  const { status, body, headers } = await portal.client().post('/api/tk_ticket/read', { code })
  return { status, body, retryAfter: headers.get('retry-after') }
}

const comeAgain = { status: 503, body: { code: 'unavailable' }, retryAfter: '5' }

describe('a connection that stalls', () => {
  it('calls time out with 503, /readyz and /metrics answer at once, and afterwards a new connection is opened', async () => {
    const code = await portal.openTicket(125)
    proxy.freeze()
    const [driver, balancer, metrics] = await Promise.all([asked(code), ready(), timed('/metrics')])
    expect(driver).toMatchObject(comeAgain)
    expect(balancer).toMatchObject(notReady('does not answer'))
    expect(metrics).toMatchObject({ status: 200, body: expect.stringContaining('guiche_database_up 0') })
    expect(metrics.body).toContain('process_cpu_user_seconds_total')
    proxy.thaw()
    await expectAllWell()
    const after = await timed('/metrics')
    expect(after.body).toContain('guiche_database_up 1')
  })

  it('releases its row locks for other connections', async () => {
    const code = await portal.openTicket(125)
    let locked = false
    const frozen = portal.db.transaction().execute(async (db) => {
      await db.selectFrom('ticket').select('id').where('code', '=', code).forUpdate().execute()
      proxy.freeze()
      locked = true
      await sql`select 1`.execute(db)
    })
    const ended = frozen.then(
      () => 'answered',
      () => 'broken off',
    )
    await until('the row is locked', async () => locked)
    await admin.query(`set statement_timeout = '5s'`)
    await admin.query('update ticket set code = code where code = $1', [code])
    expect(await ended).toBe('broken off')
    proxy.thaw()
    await expectAllWell()
  })
})

describe('a locked table', () => {
  it('is no database that is down: /readyz is 200, and gauges keep their values', async () => {
    const waiting = (text: unknown) => /^guiche_waiting\{what="review_case"\} .*$/m.exec(String(text))?.[0]
    const before = waiting((await timed('/metrics')).body)
    await admin.query('begin')
    await admin.query('lock table review_case')
    await expect
      .poll(
        async () =>
          Number(/^guiche_gauges_age_seconds (.*)$/m.exec(String((await timed('/metrics')).body))?.[1]),
        {
          timeout: 10_000,
        },
      )
      .toBeGreaterThan(1)
    const [metrics, balancer] = [await timed('/metrics'), await ready()]
    await admin.query('rollback')
    expect(balancer).toMatchObject({ status: 200, soon: true })
    expect(metrics).toMatchObject({ soon: true, body: expect.stringContaining('guiche_database_up 1') })
    expect([waiting(metrics.body), before]).toEqual([before, expect.any(String)])
  })
})

describe('a read-only database', () => {
  it('answers 503 with Retry-After to writes, is not ready, and reconnects once it is writable', async () => {
    const code = await portal.openTicket(125)
    const name = (await admin.query<{ name: string }>('select current_database() as name')).rows[0]?.name
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    const others = 'pid <> pg_backend_pid() and datname = current_database()'
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
    await expect.poll(ready).toMatchObject(notReady('may only be read'))
    const driver = portal.client()
    const started = await driver.post('/api/account/set_account', payer)
    expect({ ...started, retryAfter: started.headers.get('retry-after') }).toMatchObject(comeAgain)
    expect((await asked(code)).status).not.toBe(500)
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    // The session that could not write is closed; reading sessions close as they fail.
    await until(
      'it can be written again',
      async () => (await driver.post('/api/account/set_account', payer)).status === 200,
    )
    await expectAllWell()
  })
})

describe('a schema of another version', () => {
  it('with an unknown migration: not ready after a minute, and the reason names the migration', async () => {
    const whyNot = () => readinessCheck(portal.deps.database, new AbortController().signal)()
    await admin.query(`insert into migration (name, checksum) values ('9999_later.sql', '')`)
    await admin.query(`update migration set applied_at = now() - interval '50 s'`)
    expect(await whyNot()).toBeNull()
    await admin.query(`update migration set applied_at = now() - interval '61 s'`)
    expect(await whyNot()).toContain('of a newer version: it has 9999_later.sql')
    await expect.poll(ready).toMatchObject(notReady('of a newer version'))
    await admin.query(`delete from migration where name = '9999_later.sql'`)
    expect(await whyNot()).toBeNull()
  })

  it('migrates without blocking other calls while it waits for a lock', async () => {
    const code = await portal.openTicket(125)
    const dir = mkdtempSync(join(tmpdir(), 'guiche-migration-'))
    writeFileSync(join(dir, '9998_waits.sql'), 'alter table ticket add column waits text;')
    await admin.query('begin')
    await admin.query('lock table ticket in access share mode')
    const statuses: number[] = []
    const pause = async () => {
      statuses.push((await asked(code)).status)
      if (statuses.length === 2) await admin.query('rollback')
    }
    expect(await migrate(portal.db, dir, { lockMs: 50, pause })).toEqual(['9998_waits.sql'])
    expect(statuses).toEqual([200, 200])
    await admin.query(`delete from migration where name = '9998_waits.sql'`)
    rmSync(dir, { recursive: true })
  })

  it('that changes under prepared statements fails no call', async () => {
    const code = await portal.openTicket(125)
    expect(await asked(code)).toMatchObject({ status: 200 })
    await admin.query('alter table ticket add column later text')
    await admin.query('alter table payment add column later text')
    expect(await asked(code)).toMatchObject({ status: 200 })
    await expectAllWell()
  })
})

describe('a database that accepts no further connection', () => {
  it('makes calls wait for an open connection, and the instance stays ready', async () => {
    const role = `driver_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create role ${role} login connection limit 2`)
    await admin.query(`grant select on migration to ${role}`)
    const address = new URL(proxy.through(databaseUrl))
    address.username = role
    const database = await openWithoutMigrating({ databaseUrl: address.href, dataDir: null }, () => {})
    const asked = Array.from({ length: 12 }, () => sql`select pg_sleep(0.02)`.execute(database.db))
    await Promise.all(asked)
    expect(await readinessCheck(database, new AbortController().signal)()).toBeNull()
    await database.close()
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
  })
})
