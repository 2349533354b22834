import fastify from 'fastify'
import { readBodiesAsText } from '../cielo/hosts.ts'
import type { Clock } from '#kit/clock.ts'
import { type Delays, defaultDelays } from '../cielo/delays.ts'
import { createScheduler } from '../cielo/faultEffects/scheduler.ts'
import { cobRoutes } from './api/cobRoutes.ts'
import { pixRoutes } from './api/pixRoutes.ts'
import { demoPixClient, type PixClient, tokenRoutes } from './api/tokens.ts'
import { webhookRoutes } from './api/webhookRoutes.ts'
import { openPixLedger } from './ledger/pixLedger.ts'
import { payerRoutes } from './page/payerRoutes.ts'
import { pixControlRoutes } from './pixControls.ts'
import { createPixFaults, type PixFaultOf } from './pixFaults.ts'
import { openPixNotifier } from './pixNotifier.ts'
import type { PixContext } from './pixContext.ts'

export type PixSimulatorOptions = {
  /** 0: any free port. */
  port: number
  /** Without it the ledger is in memory. */
  dataFile?: string | null
  clock?: Clock
  client?: PixClient
  /** Accepted Pix keys; default any. */
  keys?: readonly string[]
  /** Faults besides the queued ones. */
  faultOf?: PixFaultOf
  delays?: Delays
  /** HTTPS with this certificate, for clients with one signed by `ca`. */
  tls?: { key: string; cert: string; ca: string }
}

type PixSimulator = { url: string; close(): Promise<void> }

/**
 * Starts a simulated bank on 127.0.0.1, in this process; no money moves (src/acquirer/server/pix/README.md).
 */
export async function startPixSimulator(options: PixSimulatorOptions): Promise<PixSimulator> {
  const { tls } = options
  const https = tls ? { ...tls, requestCert: true, rejectUnauthorized: true } : null
  const app = fastify({ https, routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
  readBodiesAsText(app)
  const clock = options.clock ?? { now: () => new Date() }
  const context: PixContext = {
    ledger: openPixLedger(options.dataFile ?? null),
    clock,
    later: createScheduler(clock, options.delays ?? defaultDelays),
    faults: createPixFaults(options.faultOf),
    notifier: openPixNotifier(),
    orderOf: ({ txid }) => txid,
    isOwnKey: (key) => options.keys?.includes(key) ?? true,
    url: () => url,
  }
  app.addHook('onRequest', async () => context.later.runDue())
  const tokens = tokenRoutes(app, { client: options.client ?? demoPixClient, clock })
  cobRoutes(app, context)
  pixRoutes(app, context)
  webhookRoutes(app, context)
  payerRoutes(app, context)
  pixControlRoutes(app, context, tokens)

  const url = await app.listen({ port: options.port, host: '127.0.0.1' })
  const close = async () => {
    context.notifier.close()
    await app.close()
  }
  return { url, close }
}
