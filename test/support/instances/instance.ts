import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { defaultDelays } from '#simulators/cielo/delays.ts'
import { pixControls } from '#simulators/pix/pixTestBed.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { contentsOf } from '../../operate/contents.ts'
import { PortalClient } from '../client.ts'
import { queryOnce } from '../database/queryOnce.ts'
import { createEmbeddedFolder, createPostgresDatabase } from '../database/testDatabase.ts'
import { openTransaction } from '../flow.ts'
import { enterCar } from '../garage/gate.ts'
import { type PortalProcess, startProcess } from '../process.ts'
import { simulatorControls } from '../simulatorControls.ts'
import { startAcquirerProxy } from './acquirerProxy.ts'
import { compareLedgers, expireLeases, withDatabase } from './database.ts'

export type Instance = Awaited<ReturnType<typeof prepareInstance>>

/** A bank with Pix that runs beside the portal, and how the portal is configured for it: its own, or the acquirer's. */
type Bank = { env: Record<string, string>; ledger?: ReturnType<typeof pixControls>['ledger'] }

/**
 * A portal process that can be killed and started again, with its database, the acquirer and a proxy between them. One
 * serves all tests of a file.
 */
export async function prepareInstance(
  database: 'embedded' | 'postgresql',
  like: 'empty' | 'tables' = 'tables',
  bank: Bank | null = null,
) {
  const dataDir =
    database === 'embedded' ? createEmbeddedFolder() : mkdtempSync(join(tmpdir(), 'guiche-instance-'))
  const databaseUrl = database === 'postgresql' ? await createPostgresDatabase(like) : null
  const where = { databaseUrl, dataDir }
  // A Pix refund that the bank accepts is done at the next query.
  const delays = { ...defaultDelays, lateMs: () => 0 }
  const acquirer = await startSimulator({ port: 0, skipsWaits: true, ...(bank ? { delays } : {}) })
  const proxy = await startAcquirerProxy(acquirer.url)
  const simulator = simulatorControls(acquirer.url)
  const pix = pixControls(`${acquirer.url}/pix`)
  const env = {
    DATA_DIR: dataDir,
    ACQUIRER_URL: proxy.url,
    // Longer than calls are paused before the process is killed.
    ACQUIRER_TIMEOUT_MS: '30000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    // By default each start of a portal would start a bank beside it.
    ...(bank?.env ?? { PIX_PROVIDER: 'cielo' }),
  }
  const locks: pg.Client[] = []
  let portal: PortalProcess | null = null

  // A process that is killed within seconds need not compile the embedded database a second time, for speed.
  const flags = databaseUrl ? [] : ['--liftoff-only']
  let hasDemo = false
  const start = async () => {
    // The first start creates the demo; later ones need not compare the passwords of its people.
    portal = await startProcess(hasDemo ? { ...env, DEMO: 'off' } : env, undefined, flags)
    hasDemo = true
    return new PortalClient(portal.url)
  }
  /** On PostgreSQL only: the embedded database has one user. */
  const query = async (text: string, values?: unknown[]) =>
    (await queryOnce(databaseUrl ?? '', text, values)).rows
  return {
    proxy,
    env,
    simulator,
    /** Pix at the acquirer itself. */
    pix,
    start,
    /** A new browser at the running portal, which is started if needed. */
    browser: async () => (portal && !portal.hasEnded() ? new PortalClient(portal.url) : start()),
    kill: async () => portal?.kill(),
    stop: async () => portal?.stop(),
    /** A customer with an open payment of a new ticket: 7,00 unless its car has been inside for longer. */
    customer: async (client: PortalClient, paymentType: 1 | 2 | 3 = 1, minutes = 130) => {
      const code = await enterCar(client.url, minutes)
      return { client, code, token: await openTransaction(client, code, paymentType) }
    },
    /** Before the first start. */
    setPaymentSettings: (settings: object) =>
      withDatabase(where, async (db) => {
        const row = { key: 'payment', value: JSON.stringify(settings), updated_at: new Date() }
        await db.insertInto('setting').values(row).execute()
      }),
    /** Rows and digest of every table. */
    contents: () => withDatabase(where, contentsOf),
    /** Replaces the database by an empty one of the same name. */
    emptyDatabase: async () => {
      const { pathname } = new URL(databaseUrl ?? '')
      const maintenance = (databaseUrl ?? '').replace(pathname, '/postgres')
      for (const action of ['drop', 'create'])
        await queryOnce(maintenance, `${action} database ${pathname.slice(1)}`)
    },
    /** Locks a table against writes until `release` is called (PostgreSQL only). */
    lockTable: async (table: string) => {
      const client = new pg.Client(databaseUrl ?? '')
      locks.push(client)
      await client.connect()
      await client.query(`begin; lock table ${table} in exclusive mode`)
      const waiters = `select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = '${table}'::regclass and not granted`
      return {
        release: () => client.query('rollback'),
        waiting: async (sessions = 1) => (await query(waiters)).length >= sessions,
      }
    },
    /** Lets the time pass for which others wait for a killed process. */
    expireLeases: () =>
      withDatabase(where, async (db) => {
        await expireLeases(db)
        await sql`update job set run_at = now() where done_at is null`.execute(db)
        await sql`update payment set deadline_at = now() where state in ('authorising', 'capturing')`.execute(
          db,
        )
      }),
    /** Moves a car's entry back by so many minutes (PostgreSQL only). */
    backdateEntry: (code: string, minutes: number) =>
      query(
        `update ticket set entered_at = entered_at - interval '${minutes} minutes' where code = '${code}'`,
      ),
    /** What is retained of a hold that is not used, for reservations made from now on (PostgreSQL only). */
    setRetained: (minCents: number) =>
      query(`update setting set value = value || '{"minCents": ${minCents}}' where key = 'reserve'`),
    /** Moves the latest arrival of this reservation into the past (PostgreSQL only). */
    missArrival: (code: string) =>
      query(
        `update reservation set arrive_until_at = now() - interval '2 hours', deadline_at = now() - interval '2 hours'
         where ticket_code = '${code}'`,
      ),
    query,
    jobs: () => query('select kind, tries, done_at from job'),
    mails: () => query('select subject from mail'),
    /** Records a payment at a machine. */
    payAtMachine: (code: string) =>
      query(
        `insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at)
         select id, 1, 700, 'machine', now(), now() + interval '15 minutes' from ticket where code = '${code}'`,
      ),
    /** The sales of one payment at the acquirer. */
    salesOf: async (token: string) =>
      (await simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token)),
    compareLedgers: async () => {
      await portal?.stop()
      await compareLedgers(where, {
        simulator,
        ...(bank ? { pix: { ledger: bank.ledger ?? pix.ledger } } : {}),
      })
    },
    close: async () => {
      await portal?.kill()
      for (const client of locks) await client.end()
      await proxy.close()
      await acquirer.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
