import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import { cieloAuthenticator } from '#acquirer/server/cielo/threeds/authenticator.ts'
import { cieloPixAcquirer } from '#acquirer/server/cielo/pix/cieloPix.ts'
import { pixControls, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { startPixSimulator } from '#simulators/pix/pixSimulator.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { buildApp } from '#app/server/app.ts'
import { readConfig } from '#app/server/config.ts'
import { seedCities } from '#account/server/city/cities.ts'
import { openWithoutMigrating, openDatabase } from '#app/server/database.ts'
import { buildDeps } from '#app/server/deps.ts'
import { simulatedThreeDs } from '#app/server/threeDs.ts'
import { acquirersOf } from '#app/server/start.ts'
import { seedSavedCard } from '#simulators/demo/savedCard.ts'
import type { DemoDeps } from '#simulators/demo/deps.ts'
import { type Demo, readDemo } from '#simulators/demo/demoRecord.ts'
import { devRoutes } from '#simulators/demo/routes.ts'
import { applyRetention } from '#app/server/upkeep/applyRetention.ts'
import type { Timeouts } from '#kit/server/db/postgres.ts'
import { runUpkeep } from '#app/server/upkeep/runUpkeep.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { parseReceiptKeys } from '#receipt/server/proof/receiptKeys.ts'
import { logOptions, createLogger } from '#kit/server/http/log.ts'
import { loadShell } from '#app/server/page/shell.ts'
import { runJanitor } from '#review/server/runJanitor.ts'
import { sweepReservations } from '#reservation/server/jobs/sweepReservations.ts'
import { TestClock } from './clock.ts'
import { leakedTokens } from './reporting/leakedTokens.ts'
import { createTestDatabase, type TestDatabase } from './database/testDatabase.ts'
import { openingTime } from './database/fill.ts'
import { PortalClient } from './client.ts'
import { gateClient } from './garage/gate.ts'
import { createAcquirerTimeout } from './wire/acquirerTimeout.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { recordRefusals } from './recordRefusals.ts'
import { simulatorControls } from './simulatorControls.ts'
import { requestKeepAlive } from './wire/requestKeepAlive.ts'

export type TestPortal = Awaited<ReturnType<typeof startPortal>>

type Options = {
  captcha?: 'altcha' | 'recaptcha' | 'off'
  /**
   * Budget of a call to an acquirer that is told to hang; short, so that it does not hold the test. Any other is waited for
   * (`acquirerTimeout.ts`).
   */
  acquirerTimeoutMs?: number
  /** Keys of saved cards, the newest first. */
  cardKeys?: string
  env?: Record<string, string>
  /** Its calls are made by chance: what they are refused counts for no test. */
  byChance?: boolean
  /** Goes on where another portal stopped: its database, the hour, the file of its acquirer's books. */
  after?: { place: TestDatabase; now: string; books: string; pixBooks?: string }
  /** Others than the simulator's adapter alone, which is what is given. */
  acquirers?: (cielo: Acquirer, bacen: Acquirer, cieloPix: Acquirer) => Acquirers
  /** The page beside the calls, as it was built: for who looks at it with a browser while the test holds the clock. */
  web?: true
  /** A line of its own for questions to the acquirer: answers the address that leads there. */
  queriesThrough?: (simulatorUrl: string) => Promise<string>
  /** Another way to its database: answers the address that leads there. */
  databaseThrough?: (databaseUrl: string) => Promise<string>
  limits?: Timeouts
  /** It looks for work by itself each second, as in production; without, what its commits tell, and what the test runs. */
  polls?: true
  /** An installation of a release before the present name of the session's cookie. */
  upgraded?: true
  /** The address that people know it by. */
  publicUrl?: string
  /** In production without an operator's name: nothing is sold. */
  production?: true
  /** False: the acquirer as it is, not as the demo shows it. */
  kind?: boolean
}

/**
 * The real application on a real socket: injected clock, real database (embedded, or a fresh one on the
 * run's PostgreSQL), the acquirer's simulator over HTTP. Nothing of ours is mocked. Jobs and the janitor
 * run when the test says so.
 */
export async function startPortal(options: Options = {}) {
  const clock = new TestClock(options.after?.now ?? openingTime)
  const logs: string[] = []
  // Everything, however little it matters: what is secret is in no log, whatever its level.
  const stream = { write: (line: string) => void logs.push(line) }
  const log = createLogger('trace', stream)
  const place = options.after?.place ?? (await createTestDatabase())
  const read = readConfig({
    CAPTCHA: options.captcha ?? 'off',
    ACQUIRER_TIMEOUT_MS: String(options.acquirerTimeoutMs ?? 2_000),
    RATE_LIMIT_PER_MINUTE: '0',
    // A machine that runs every test at once is slow, not overloaded.
    OVERLOAD_DELAY_MS: '60000',
    CALLS_AT_ONCE: '0',
    ...options.env,
  })
  const databaseUrl =
    place.databaseUrl && ((await options.databaseThrough?.(place.databaseUrl)) ?? place.databaseUrl)
  const where = { ...place, databaseUrl }
  const onLost = (error: Error) => log.error(error)
  // Callers name the address that they come from, as a proxy in front would.
  const config = { ...read, proxies: 1, production: options.production ?? read.production }
  // What another release left is brought up to date first; what the run prepared is so already.
  const database = options.after
    ? await openDatabase(where, onLost)
    : await openWithoutMigrating(where, onLost, options.limits)
  if (options.after) await seedCities(database.db)
  if (options.upgraded)
    await sql`update migration set applied_at = applied_at - interval '1 day' where name < '0013'`.execute(
      database.db,
    )
  const patience = createAcquirerTimeout(
    config.timing.acquirerTimeoutMs,
    options.queriesThrough !== undefined,
  )
  const simulator = await startSimulator({
    port: 0,
    clock,
    skipsWaits: options.kind ?? true,
    dataFile: options.after?.books ?? null,
  })
  const cieloSettings = {
    transactionUrl: simulator.url,
    queryUrl: (await options.queriesThrough?.(simulator.url)) ?? simulator.url,
    isSingleHost: true,
    merchantId: '00000000-0000-4000-8000-000000000000',
    merchantKey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
    softDescriptor: 'ESTACIONA',
    get timeoutMs() {
      return patience.ms()
    },
    clock,
    notificationHeader: null,
    sellsDebit: true,
  }
  const cielo = cieloAcquirer(cieloSettings)
  const { timing } = config
  const authenticator = cieloAuthenticator({
    ...simulatedThreeDs(simulator.url),
    timeoutMs: timing.acquirerTimeoutMs,
  })
  const bank = await startPixSimulator({ port: 0, clock, dataFile: options.after?.pixBooks ?? null })
  const pix = {
    ...pixSettingsFor(bank.url),
    clock,
    get timeoutMs() {
      return patience.ms()
    },
  }
  const deps = buildDeps({
    config,
    database,
    clock,
    masterKey: Buffer.alloc(32, 7),
    cardKeys: parseCardKeys(options.cardKeys ?? '07'.repeat(32)),
    receiptKeys: parseReceiptKeys(config.receiptKeys ?? '09'.repeat(32), config.receiptKeysRevoked),
    acquirers: {
      authenticators: { cielo: authenticator },
      ...(options.acquirers?.(cielo, bacenAcquirer(pix), cieloPixAcquirer(cieloSettings, 900)) ??
        acquirersOf(cielo, bacenAcquirer(pix))),
    },
    publicUrl: options.publicUrl ?? 'http://portal.test',
    log,
    pollsJobs: options.polls === true,
  })
  const demo = await demoOf({
    db: database.db,
    clock,
    cardKeys: deps.payment.cardKeys,
    simulatorUrl: simulator.url,
    simulatorQueryUrl: simulator.queryUrl,
    log,
  })
  const app = await buildApp(deps, {
    shell: options.web ? await loadShell() : null,
    logger: logOptions('trace', stream),
    routes: (app) => {
      if (!options.byChance) recordRefusals(app)
      const urls = { acquirerUrl: simulator.url, queryUrl: simulator.queryUrl, pixUrl: bank.url }
      devRoutes(app, { db: database.db, clock: deps.clock, ...urls })
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const url = `http://127.0.0.1:${address.port}`
  await registerWebhook(createBankClient(pix), `${url}/webhooks/pix/${pix.webhookSecret}`)
  return {
    url,
    server: app.server,
    /** Whether a path of a contract is mounted. */
    serves: ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => app.hasRoute({ method, url: path }),
    clock,
    db: database.db,
    deps,
    demo,
    logs,
    simulator: patience.told(simulatorControls(simulator.url)),
    pix: patience.told(pixControls(bank.url)),
    /** A gate of the demo's lots, or one with another key. */
    gate: (key = demo.device_key) => gateClient(url, key),
    /** A new browser, so to speak: its own cookies, and an address of its own where one is given. */
    client: (address?: string) => new PortalClient(url, address),
    /** A car that entered `minutesAgo` at a lot of the demo: 1 = tariff A, 2 = B, 3 = D. */
    openTicket: (minutesAgo: number, lotId = 1) =>
      enter(url, demo.device_key, { lotId, at: clock.minutesAgo(minutesAgo) }),
    runJobs: () => deps.jobs.drain(),
    sweep: async () => {
      await sweepReservations(deps.reservation)
      return runJanitor(deps.payment)
    },
    upkeep: async () => {
      await runUpkeep(deps)
      await applyRetention(deps, { databaseNow: async () => clock.now() })
    },
    /** As if what others hold had run out: that is measured by the database's clock, which nobody moves. */
    endLeases: async () => {
      const over = sql<Date>`statement_timestamp()`
      const held = { jobs: database.db.updateTable('job'), refunds: database.db.updateTable('refund') }
      const grace = { not_found_at: sql<Date>`not_found_at - interval '1 day'` }
      await database.db.updateTable('attempt').set(grace).where('not_found_at', 'is not', null).execute()
      await held.jobs.set({ lease_until_at: over }).where('lease_until_at', 'is not', null).execute()
      await held.refunds.set({ claimed_until_at: over }).where('claimed_until_at', 'is not', null).execute()
    },
    close: async () => {
      await deps.jobs.stop()
      deps.payment.mailer.close()
      await app.close()
      await Promise.all([simulator.close(), bank.close()])
      const told = await leakedTokens(database.db, logs)
      await database.close()
      await place.drop()
      if (told.length > 0) throw new Error(`what opens a payment was told:\n${told.join('\n')}`)
    },
  }
}

/** The demo that the database was copied with, and its customer's card at this simulator. */
async function demoOf(deps: DemoDeps): Promise<Demo> {
  const demo = await readDemo(deps.db)
  if (!demo?.customer) throw new Error('the database was copied without the demo')
  const owner = deps.db.selectFrom('user_account').select('id').where('email', '=', demo.customer.email)
  await seedSavedCard(deps, (await owner.executeTakeFirstOrThrow()).id)
  return demo
}

async function enter(url: string, key: string, car: { lotId: number; at: Date }): Promise<string> {
  const { text } = await requestKeepAlive(`${url}/equipment/v1/entries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ lot_id: car.lotId, gate: 'E1', entered_at: car.at.toISOString() }),
  })
  const body: unknown = JSON.parse(text)
  if (typeof body === 'object' && body && 'code' in body && typeof body.code === 'string') return body.code
  throw new Error(`entry refused: ${JSON.stringify(body)}`)
}
