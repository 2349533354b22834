import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { defaultDelays } from '#simulators/cielo/delays.ts'
import { pixControls } from '#simulators/pix/pixTestBed.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { openWithoutMigrating } from '#app/server/database.ts'
import { PortalClient, textAt } from '#test/support/client.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { createPostgresDatabase, createEmbeddedFolder } from '#test/support/database/testDatabase.ts'
import { gateClient } from '#test/support/garage/gate.ts'
import { openTransaction } from '#test/support/flow.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { contentsOf } from '../operate/contents.ts'
import { openTap } from './tap.ts'

export type Stage = Awaited<ReturnType<typeof setStage>>

/** A bank with Pix that outlives the portal, and how the portal is told of it: one of its own, or the acquirer's. */
type Bank = { env: Record<string, string>; ledger?: ReturnType<typeof pixControls>['ledger'] }

/**
 * Everything around a portal process that may die: its database, the acquirer, and the line between them. One serves
 * all tests of a file: who comes after a death goes on with the portal that was started after it.
 */
export async function setStage(
  database: 'embedded' | 'postgresql',
  like: 'empty' | 'tables' = 'tables',
  bank: Bank | null = null,
) {
  const dataDir =
    database === 'embedded' ? createEmbeddedFolder() : mkdtempSync(join(tmpdir(), 'guiche-stage-'))
  const databaseUrl = database === 'postgresql' ? await createPostgresDatabase(like) : null
  // What it has taken on is done when it is asked next.
  const delays = { ...defaultDelays, lateMs: () => 0 }
  const simulator = await startSimulator({ port: 0, skipsWaits: true, ...(bank ? { delays } : {}) })
  const tap = await openTap(simulator.url)
  const controls = simulatorControls(simulator.url)
  const till = pixControls(`${simulator.url}/pix`)
  const env = {
    DATA_DIR: dataDir,
    ACQUIRER_URL: tap.url,
    // Longer than several calls stand still before the process dies: `outlive` is for what it makes others wait.
    ACQUIRER_TIMEOUT_MS: '30000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    // Else Pix is at the acquirer too: each start of a portal would start a bank beside it.
    ...(bank?.env ?? { PIX_PROVIDER: 'cielo' }),
  }
  const blockers: pg.Client[] = []
  let portal: PortalProcess | null = null

  // Who is killed within seconds has no use for an embedded database that is compiled a second time, for speed.
  const flags = databaseUrl ? [] : ['--liftoff-only']
  let hasDemo = false
  const start = async () => {
    // From the first start on the demo is there: who comes again need not compare the passwords of its people.
    portal = await startProcess(hasDemo ? { ...env, DEMO: 'off' } : env, undefined, flags)
    hasDemo = true
    return new PortalClient(portal.url)
  }
  return {
    tap,
    env,
    simulator: controls,
    /** Pix at the acquirer itself. */
    till,
    start,
    /** A new browser at the portal that runs; it is started when none does. */
    browser: async () => (portal && !portal.hasEnded() ? new PortalClient(portal.url) : start()),
    /** The process dies without a word. */
    kill: async () => portal?.kill(),
    stop: async () => portal?.stop(),
    /** A customer who is about to pay a fresh ticket: 7,00 unless its car has been inside for longer. */
    customer: async (client: PortalClient, paymentType: 1 | 2 | 3 = 1, minutes = 130) => {
      const code = await enter(client.url, minutes)
      return { client, code, token: await openTransaction(client, code, paymentType) }
    },
    /** A car that has been inside for 130 minutes; answers its code. */
    enter,
    /** What the operator chose about paying, before the portal is started for the first time. */
    choose: async (paying: object) => {
      const opened = await openWithoutMigrating({ databaseUrl, dataDir }, () => {})
      const setting = { key: 'payment', value: JSON.stringify(paying), updated_at: new Date() }
      await opened.db.insertInto('setting').values(setting).execute()
      await opened.close()
    },
    /** Rows and digest of every table. */
    contents: async () => {
      const opened = await openWithoutMigrating({ databaseUrl, dataDir }, () => {})
      const found = await contentsOf(opened.db)
      await opened.close()
      return found
    },
    /** The database is gone; an empty one of the same name is there instead. */
    destroy: () => recreate(databaseUrl),
    /** The gates of this portal. */
    gate: async (url: string) => gateClient(url, await deviceKey(url)),
    /** Nobody can write to `table` until the answered function is called (PostgreSQL only). */
    block: async (table: string) => {
      const client = new pg.Client(databaseUrl ?? '')
      blockers.push(client)
      await client.connect()
      await client.query(`begin; lock table ${table} in exclusive mode`)
      return {
        free: () => client.query('rollback'),
        waiting: async (sessions = 1) => (await waitingFor(databaseUrl, table)) >= sessions,
      }
    },
    /** As if the time had passed for which others wait for a dead process; the embedded database has room for no other. */
    outlive: async () => {
      const opened = await openWithoutMigrating({ databaseUrl, dataDir }, () => {})
      for (const statement of outlived) await sql.raw(statement).execute(opened.db)
      await opened.close()
    },
    /** As if this car had been inside for so long (PostgreSQL only). */
    parkedFor: (code: string, minutes: number) =>
      query(
        databaseUrl,
        `update ticket set entered_at = entered_at - interval '${minutes} minutes' where code = '${code}'`,
      ),
    /** What is kept of a hold that is not used, for reservations made from now on (PostgreSQL only). */
    retain: (minCents: number) =>
      query(
        databaseUrl,
        `update setting set value = value || '{"minCents": ${minCents}}' where key = 'reserve'`,
      ),
    /** As if the latest arrival of this reservation had passed (PostgreSQL only). */
    missArrival: (code: string) =>
      query(
        databaseUrl,
        `update reservation set arrive_until_at = now() - interval '2 hours', deadline_at = now() - interval '2 hours'
         where ticket_code = '${code}'`,
      ),
    jobs: async () => (await query(databaseUrl, 'select kind, tries, done_at from job')).rows,
    mails: async () => (await query(databaseUrl, 'select subject from mail')).rows,
    /** A cashier took the money meanwhile. */
    payAtMachine: (code: string) =>
      query(
        databaseUrl,
        `insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at)
         select id, 1, 700, 'machine', now(), now() + interval '15 minutes' from ticket where code = '${code}'`,
      ),
    /** The sales of one payment, as the acquirer has them. */
    salesOf: async (token: string) =>
      (await controls.ledger()).filter(({ order_id }) => order_id.startsWith(token)),
    /** Stops the portal and checks the books of both sides. */
    expectInvariants: async () => {
      await portal?.stop()
      const opened = await openWithoutMigrating({ databaseUrl, dataDir }, () => {})
      const ledger = bank?.ledger ?? till.ledger
      const banks = { simulator: controls, ...(bank ? { pix: { ledger } } : {}) }
      await expectInvariants({ db: opened.db, ...banks, runJobs: async () => 0 })
      await opened.close()
    },
    close: async () => {
      await portal?.kill()
      for (const client of blockers) await client.end()
      await tap.close()
      await simulator.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function deviceKey(url: string): Promise<string> {
  const demo: unknown = await (await fetch(`${url}/dev/demo`)).json()
  return textAt(demo, 'device_key')
}

async function enter(url: string, minutes = 130): Promise<string> {
  const gate = gateClient(url, await deviceKey(url))
  const entered_at = new Date(Date.now() - minutes * 60_000).toISOString()
  return textAt((await gate.entry({ lot_id: 1, gate: 'E1', entered_at })).body, 'code')
}

const outlived = [
  'update job set lease_until_at = null, run_at = now() where done_at is null',
  'update refund set claimed_until_at = now() where claimed_until_at is not null',
  `update payment set deadline_at = now() where state in ('authorising', 'capturing')`,
]

async function waitingFor(databaseUrl: string | null, table: string): Promise<number> {
  const waiting = `select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = '${table}'::regclass and not granted`
  return (await query(databaseUrl, waiting)).rows.length
}

async function query(databaseUrl: string | null, text: string): Promise<pg.QueryResult> {
  if (databaseUrl === null) throw new Error('only on PostgreSQL')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function recreate(databaseUrl: string | null): Promise<void> {
  const { pathname } = new URL(databaseUrl ?? '')
  const name = pathname.slice(1)
  const maintenance = (databaseUrl ?? '').replace(pathname, '/postgres')
  await query(maintenance, `drop database ${name}`)
  await query(maintenance, `create database ${name}`)
}
