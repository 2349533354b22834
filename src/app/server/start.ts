import type { Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Authenticator } from '#acquirer/authenticator.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import type { CieloSettings } from '#acquirer/server/cielo/client.ts'
import { cieloAuthenticator } from '#acquirer/server/cielo/threeds/authenticator.ts'
import { type Clock, minuteMs, type SharedClock } from '#kit/clock.ts'
import { listenForChanges } from '#kit/server/db/listenNotify.ts'
import { settingsTopic } from '#kit/server/settings.ts'
import { createLogStream, logOptions, createLogger } from '#kit/server/http/log.ts'
import { runAlertChecks } from '#alert/server/flow/runAlertChecks.ts'
import { loseOverdueDisputes } from '#dispute/server/flow/moveDispute.ts'
import { closeDays } from '#closing/server/flow/closeDays.ts'
import { runPeriodically } from '#kit/server/jobs/runPeriodically.ts'
import { withTimeout } from '#kit/server/jobs/withTimeout.ts'
import { readMasterKey } from '#kit/server/keyFile.ts'
import { seedCities } from '#account/server/city/cities.ts'
import { reportAcquirerWarning } from '#payment/server/ledger/staffAlerts.ts'
import { runJanitor } from '#review/server/runJanitor.ts'
import { sweepReservations } from '#reservation/server/jobs/sweepReservations.ts'
import { readCardKeys, parseCardKeys } from '#kit/server/sealKeys.ts'
import { environmentWarnings } from './environment/warnings.ts'
import { parseReceiptKeys, readReceiptKeys, type ReceiptKeys } from '#receipt/server/proof/receiptKeys.ts'
import { parsePushKey, type PushKey, readPushKey } from '#reminder/server/push/pushKey.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './environment/environment.ts'
import { simulatedThreeDs } from './threeDs.ts'
import { type Database, openDatabase } from './database.ts'
import { hasDemoData } from './demo/demoData.ts'
import type { announce as announceDemo } from '#simulators/demo/announce.ts'
import type { DemoDeps } from '#simulators/demo/deps.ts'
import { buildDeps, type Deps } from './deps.ts'
import { loadShell, type Shell } from './page/shell.ts'
import { reachableHost } from './environment/reachableHost.ts'
import { missingCieloAddress } from './environment/cieloProblems.ts'
import { applyRetention } from './upkeep/applyRetention.ts'
import { runUpkeep } from './upkeep/runUpkeep.ts'
import { openPix } from './pix/pixBank.ts'
import { spawnSimulator } from './simulator.ts'

export type Portal = { url: string; close(): Promise<void> }

const upkeepIntervalMs = 30_000
/** docs/spec.md#r29 */
const devicesIntervalMs = 30_000
/** Alerts are updated as often as the janitor runs, but not faster. */
const minAlertIntervalMs = 2_000
const retentionIntervalMs = 10 * minuteMs

/** Shutdown may take so much longer than an acquirer call. */
const shutdownGraceMs = 20_000

const systemClock: SharedClock = { now: () => new Date(), shared: (read) => read, fixed: () => null }

/** For `npm run dev` and the stress test. */
type StartOptions = { shell?: () => Promise<Shell>; announce?: typeof announceDemo; clock?: SharedClock }

export async function start(
  config: Config,
  { shell = loadShell, announce, clock = systemClock }: StartOptions = {},
): Promise<Portal> {
  const missing = missingCieloAddress(config)
  if (missing !== null) throw new Error(`environment: ${missing}`)
  const lines = createLogStream()
  const log = createLogger(config.logLevel, lines)
  const database = await openDatabase(config, (error, what = 'database connection lost') =>
    log.error({ err: error }, what),
  )
  if (config.production) await assertNoDemoData(database)
  const demoModules = config.production ? null : await loadDemo()
  const outside = await openAcquirers(config, clock)
  const parts = { config, database, clock, log, ...readKeys(config) }
  if (parts.receiptKeys.all.length === 0)
    log.warn('RECEIPT_KEYS is not set: receipts are not signed and cannot be verified')
  if (parts.pushKey === null) log.warn('PUSH_KEYS is not set: nobody is reminded by push')
  for (const warning of environmentWarnings(config)) log.warn(warning)
  const deps = buildDeps({ ...parts, acquirers: outside.acquirers, publicUrl: config.publicUrl })
  const demo = config.demo ? await demoModules?.seedDemo(demoDeps(deps, config, outside.urls)) : null
  if (!demo) await seedCities(database.db)
  const shutdown = new AbortController()
  const app = await buildApp(deps, {
    shell: await shell(),
    shutdown: shutdown.signal,
    logger: logOptions(config.logLevel, lines),
    routes: (app) => {
      demoModules?.devRoutes(app, { db: database.db, clock: deps.clock, ...outside.urls })
    },
  })
  await listen(app, config, deps)
  await outside.announceWebhook()
  const stopWork = startPeriodicWork(config, deps)
  const end = async () => {
    await Promise.all([app.close(), stopWork(), deps.jobs.stop()])
    deps.payment.mailer.close()
    await Promise.all([outside.close(), database.close()])
  }
  const url = `http://${reachableHost(config.host, networkInterfaces())}:${addressPort(app.server.address())}`
  const started = { url, databaseKind: database.kind, pixUrl: outside.urls.pixUrl }
  if (demo) await (announce ?? demoModules?.announce)?.({ ...started, demo })
  const close = async () => {
    shutdown.abort()
    // A balancer sees /readyz fail before the listener closes.
    await wait(config.drainDelayMs)
    await withTimeout(config.timing.acquirerTimeoutMs + shutdownGraceMs, 'the end', end())
  }
  return { url, close }
}

/** Production starts without the folder `simulators`. */
async function loadDemo() {
  const { seedDemo } = await import('#simulators/demo/seed.ts')
  const { devRoutes } = await import('#simulators/demo/routes.ts')
  const { announce } = await import('#simulators/demo/announce.ts')
  return { seedDemo, devRoutes, announce }
}

/** A pooler passes no notifications, so polling finds the changes. */
function listenToInstances({ databaseUrl, pooler }: Config, { db }: Database): () => Promise<void> {
  if (databaseUrl === null || pooler !== null) return async () => {}
  return listenForChanges(db, databaseUrl, [settingsTopic])
}

async function openAcquirers(config: Config, clock: Clock) {
  const [simulator, pix] = await Promise.all([simulatorFor(config), openPix(config, clock)])
  const acquirerUrl = config.acquirerUrl ?? simulator?.url ?? ''
  const queryUrl = config.cielo.queryUrl ?? simulator?.queryUrl ?? acquirerUrl
  const cielo = cieloSettingsOf(config, { url: acquirerUrl, queryUrl }, clock)
  const authenticator = openAuthenticator(config, acquirerUrl)
  const authenticators: Record<string, Authenticator> = authenticator ? { cielo: authenticator } : {}
  return {
    urls: { acquirerUrl, queryUrl, pixUrl: pix.paymentUrl(acquirerUrl) },
    acquirers: { ...acquirersOf(cieloAcquirer(cielo), ...pix.acquirers(cielo)), authenticators },
    announceWebhook: () => pix.announceWebhook(),
    close: async () => {
      await Promise.all([simulator?.close(), pix.close()])
    },
  }
}

function startPeriodicWork(config: Config, deps: Deps): () => Promise<void> {
  const { janitorIntervalMs } = config.timing
  const alertsMs = Math.max(minAlertIntervalMs, janitorIntervalMs)
  const rounds: [name: string, everyMs: number, run: (stopping: AbortSignal) => Promise<void>][] = [
    ['the janitor', janitorIntervalMs, (stopping) => tidyPayments(deps, stopping)],
    ['the upkeep', upkeepIntervalMs, () => runUpkeep(deps)],
    [
      'the dropping of what has an end',
      retentionIntervalMs,
      (stopping) => applyRetention(deps, { stopping }),
    ],
    ['the daily closings', config.closingIntervalMs, (stopping) => closeDays(deps.closing, stopping)],
    ['the alerts', alertsMs, () => updateAlerts(deps)],
    ['the device keys', devicesIntervalMs, () => deps.callers.refreshDevices()],
  ]
  const stops = rounds.map(([name, everyMs, run]) => runPeriodically({ name, everyMs }, run, deps.log))
  const stopListening = listenToInstances(config, deps.database)
  return async () => {
    await Promise.all([...stops, stopListening].map((stop) => stop()))
  }
}

async function tidyPayments({ reservation, payment }: Deps, stopping: AbortSignal): Promise<void> {
  await sweepReservations(reservation, stopping)
  await runJanitor(payment, stopping)
}

async function updateAlerts({ dispute, alert }: Deps): Promise<void> {
  await loseOverdueDisputes(dispute)
  await runAlertChecks(alert)
}

function readKeys(config: Config) {
  const { secretKey, cardKeys, dataDir } = config
  return {
    receiptKeys: receiptKeysOf(config),
    pushKey: pushKeyOf(config),
    masterKey: secretKey === null ? readMasterKey(dataDir) : Buffer.from(secretKey, 'hex'),
    cardKeys: cardKeys === null ? readCardKeys(dataDir) : parseCardKeys(cardKeys),
  }
}

function receiptKeysOf({ receiptKeys, receiptKeysRevoked, production, dataDir }: Config): ReceiptKeys {
  if (receiptKeys === null && !production) return readReceiptKeys(dataDir, receiptKeysRevoked)
  return parseReceiptKeys(receiptKeys ?? '', receiptKeysRevoked)
}

function pushKeyOf({ pushKeys, production, dataDir }: Config): PushKey | null {
  if (pushKeys !== null) return parsePushKey(pushKeys)
  return production ? null : readPushKey(dataDir)
}

/** Closes the database and throws when it has demo data. */
export async function assertNoDemoData(database: Database): Promise<void> {
  if (!(await hasDemoData(database.db))) return
  await database.close()
  throw new Error(
    'production refuses to start: the demo is in the database, and its passwords are public: take a new one',
  )
}

function demoDeps(
  deps: Deps,
  config: Config,
  { acquirerUrl, queryUrl }: { acquirerUrl: string; queryUrl: string },
): DemoDeps {
  const simulatorUrl = config.acquirer === 'simulator' ? acquirerUrl : null
  return {
    db: deps.database.db,
    clock: deps.clock,
    cardKeys: deps.payment.cardKeys,
    termsHash: deps.payment.termsHash,
    simulatorUrl,
    simulatorQueryUrl: queryUrl,
    log: deps.log,
  }
}

async function simulatorFor(config: Config) {
  if (config.acquirer !== 'simulator' || config.acquirerUrl !== null) return null
  const notifyUrl = `http://${config.host}:${config.port}/webhooks/acquirer`
  return spawnSimulator({ ...config.simulator, notifyUrl })
}

async function listen(app: FastifyInstance, { port, host, acquirer }: Config, deps: Deps): Promise<void> {
  await app.listen({ port, host })
  if (acquirer === 'simulator') return
  void checkAcquirers(deps).catch((error: unknown) => deps.log.error({ err: error }, 'the check at start'))
}

/** An acquirer whose 'not found' is not trusted leaves unconfirmed payments to staff. */
export async function checkAcquirers({ payment, log }: Pick<Deps, 'payment' | 'log'>): Promise<void> {
  for (const { name, checkQueries } of Object.values(payment.acquirers.all)) {
    const why = await checkQueries()
    if (why === null) continue
    log.error({ acquirer: name, why }, 'the acquirer is not believed when it finds nothing')
    await reportAcquirerWarning(payment.db, { acquirer: name, why, now: payment.clock.now() })
  }
}

/** `cielo` is the card acquirer. */
export function acquirersOf(cielo: Acquirer, ...others: readonly Acquirer[]): Acquirers {
  const all = Object.fromEntries([cielo, ...others].map((acquirer) => [acquirer.name, acquirer]))
  return { all, defaultName: cielo.name }
}

/** Null when 3DS is not configured. */
export function openAuthenticator(config: Config, simulatorUrl: string): Authenticator | null {
  const { timing } = config
  const settings = config.acquirer === 'simulator' ? simulatedThreeDs(simulatorUrl) : config.cielo.threeDs
  return settings && cieloAuthenticator({ ...settings, timeoutMs: timing.acquirerTimeoutMs })
}

export function cieloSettingsOf(
  config: Config,
  { url, queryUrl }: { url: string; queryUrl: string },
  clock: Clock = systemClock,
): CieloSettings {
  const simulated = config.acquirer === 'simulator'
  const secret = config.cielo.notificationSecret
  return {
    transactionUrl: url,
    queryUrl,
    isSingleHost: simulated && url === queryUrl,
    sellsDebit: simulated || config.cielo.threeDs !== null,
    merchantId: config.cielo.merchantId ?? (simulated ? '00000000-0000-4000-8000-000000000000' : ''),
    merchantKey: config.cielo.merchantKey ?? (simulated ? 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU' : ''),
    softDescriptor: config.cielo.softDescriptor,
    timeoutMs: config.timing.acquirerTimeoutMs,
    clock,
    notificationHeader: secret === null ? null : { name: 'x-guiche-notification', value: secret },
  }
}

function addressPort(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
