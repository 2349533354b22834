import type { AddressInfo } from 'node:net'
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
import { parsePushKey } from '#reminder/server/push/pushKey.ts'
import { logOptions, createLogger } from '#kit/server/http/log.ts'
import { loadShell } from '#app/server/page/shell.ts'
import { runJanitor } from '#review/server/runJanitor.ts'
import { sweepReservations } from '#reservation/server/jobs/sweepReservations.ts'
import { TestClock } from './clock.ts'
import { leakedTokens } from './reporting/leakedTokens.ts'
import { createTestDatabase, type TestDatabase } from './database/testDatabase.ts'
import { openingTime } from './database/fill.ts'
import { PortalClient, textAt } from './client.ts'
import { gateClient } from './garage/gate.ts'
import { expireLeases } from './instances/database.ts'
import { createAcquirerTimeout } from './wire/acquirerTimeout.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { recordRefusals } from './wire/recordRefusals.ts'
import { simulatorControls } from './simulatorControls.ts'

// An interface keeps its name in other types, which would repeat all of its fields.
// oxlint-disable-next-line typescript/no-empty-object-type -- its fields are those of startPortal
export interface TestPortal extends Awaited<ReturnType<typeof startPortal>> {}

export type PortalOptions = {
  captcha?: 'altcha' | 'recaptcha' | 'off'
  /**
   * The timeout of a call to an acquirer that does not answer; short, so that the test need not wait. Answers are waited
   * for longer (`acquirerTimeout.ts`).
   */
  acquirerTimeoutMs?: number
  /** Keys of saved cards, the newest first. */
  cardKeys?: string
  env?: Record<string, string>
  /** Its calls are random: their refusals are not recorded. */
  byChance?: boolean
  /** Continues where another portal stopped: its database, time, and the file of its acquirer's ledger. */
  after?: { place: TestDatabase; now: string; books: string; pixBooks?: string }
  /** Replaces the simulators' adapters. */
  acquirers?: (cielo: Acquirer, bacen: Acquirer, cieloPix: Acquirer) => Acquirers
  /** Serves the built web too, for a browser while the test moves the clock. */
  web?: true
  /** A proxy of its own for queries to the acquirer: answers its address. */
  queriesThrough?: (simulatorUrl: string) => Promise<string>
  /** A proxy to the database: answers its address. */
  databaseThrough?: (databaseUrl: string) => Promise<string>
  limits?: Timeouts
  /** Looks for jobs each second, as in production. By default jobs run only when the test runs them. */
  polls?: true
  /** Its public address. */
  publicUrl?: string
  /** In production without an operator's name: nothing is sold. */
  production?: true
  /** False: the simulator makes people wait as the acquirer does. */
  kind?: boolean
}

/**
 * The real application on a real socket: injected clock, real database (embedded, or a new one on the run's PostgreSQL),
 * the acquirer's simulator over HTTP. No mocks. Jobs and the janitor run when the test says so.
 */
export async function startPortal(options: PortalOptions = {}) {
  const clock = new TestClock(options.after?.now ?? openingTime)
  const logs: string[] = []
  // All levels, because no level may log a secret.
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
  // Callers name their IP address, as a proxy would.
  const config = { ...read, proxies: 1, production: options.production ?? read.production }
  // A database of another release is migrated first.
  const database = options.after
    ? await openDatabase(where, onLost)
    : await openWithoutMigrating(where, onLost, options.limits)
  if (options.after) await seedCities(database.db)
  const timeout = createAcquirerTimeout(config.timing.acquirerTimeoutMs, options.queriesThrough !== undefined)
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
      return timeout.ms()
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
      return timeout.ms()
    },
  }
  const deps = buildDeps({
    config,
    database,
    clock,
    masterKey: Buffer.alloc(32, 7),
    cardKeys: parseCardKeys(options.cardKeys ?? '07'.repeat(32)),
    receiptKeys: parseReceiptKeys(config.receiptKeys ?? '09'.repeat(32), config.receiptKeysRevoked),
    pushKey: parsePushKey(config.pushKeys ?? Buffer.alloc(32, 9).toString('base64url')),
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
    termsHash: deps.payment.termsHash,
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
    simulator: timeout.watch(simulatorControls(simulator.url)),
    pix: timeout.watch(pixControls(bank.url)),
    /** Pix at the card's acquirer, for tests that sell it there. */
    pixAtCielo: timeout.watch(pixControls(`${simulator.url}/pix`)),
    /** A gate of the demo's lots, or one with another key. */
    gate: (key = demo.device_key) => gateClient(url, key),
    /** A new browser with its own cookies, and an IP address of its own if given. */
    client: (address?: string) => new PortalClient(url, address),
    /** A car that entered `minutesAgo` at a lot of the demo: 1 = tariff A, 2 = B, 3 = D. */
    openTicket: async (minutesAgo: number, lotId = 1) => {
      const entry = { lot_id: lotId, gate: 'E1', entered_at: clock.minutesAgo(minutesAgo).toISOString() }
      return textAt((await gateClient(url, demo.device_key).entry(entry)).body, 'code')
    },
    runJobs: () => deps.jobs.drain(),
    sweep: async () => {
      await sweepReservations(deps.reservation)
      return runJanitor(deps.payment)
    },
    upkeep: async () => {
      await runUpkeep(deps)
      await applyRetention(deps, { databaseNow: async () => clock.now() })
    },
    expireLeases: () => expireLeases(database.db),
    close: async () => {
      await deps.jobs.stop()
      deps.payment.mailer.close()
      await app.close()
      await Promise.all([simulator.close(), bank.close()])
      const leaked = await leakedTokens(database.db, logs)
      await database.close()
      await place.drop()
      if (leaked.length > 0) throw new Error(`a token of a payment was logged:\n${leaked.join('\n')}`)
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
