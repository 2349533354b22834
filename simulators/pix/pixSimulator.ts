import fastify, { type FastifyInstance } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { type Delays, usualDelays } from '../cielo/delays.ts'
import { openLater } from '../cielo/trouble/later.ts'
import { cobRoutes } from './api/cobRoutes.ts'
import { pixRoutes } from './api/pixRoutes.ts'
import { demoPixClient, type PixClient, tokenRoutes } from './api/tokens.ts'
import { webhookRoutes } from './api/webhookRoutes.ts'
import { openPixLedger } from './ledger/pixLedger.ts'
import { tillRoutes } from './page/tillRoutes.ts'
import { pixControlRoutes } from './pixControls.ts'
import { openPixFaults, type PixFaultOf } from './pixFaults.ts'
import { openPixNotifier } from './pixNotifier.ts'
import type { PixWorld } from './pixWorld.ts'

export type PixSimulatorOptions = {
  /** 0 takes any free port. */
  port: number
  /** The ledger's file; without it the ledger ends with the process. */
  dataFile?: string | null
  clock?: Clock
  client?: PixClient
  /** The account's Pix keys; without them, any. */
  keys?: readonly string[]
  /** What is met besides the faults that are put in line. */
  faultOf?: PixFaultOf
  delays?: Delays
  /** Speaks https with this certificate, to clients that show one that `ca` has signed. */
  tls?: { key: string; cert: string; ca: string }
}

export type PixSimulator = { url: string; close(): Promise<void> }

/** A bank with the Central Bank's API for Pix on 127.0.0.1, in this process. It moves no money; src/acquirer/server/pix/README.md tells how to use it. */
export async function startPixSimulator(options: PixSimulatorOptions): Promise<PixSimulator> {
  const { tls } = options
  const https = tls ? { ...tls, requestCert: true, rejectUnauthorized: true } : null
  const app = fastify({ https, routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
  readBodiesAsText(app)
  const clock = options.clock ?? { now: () => new Date() }
  const world: PixWorld = {
    ledger: openPixLedger(options.dataFile ?? null),
    clock,
    later: openLater(clock, options.delays ?? usualDelays),
    faults: openPixFaults(options.faultOf),
    notifier: openPixNotifier(),
    orderOf: ({ txid }) => txid,
    owns: (key) => options.keys?.includes(key) ?? true,
    url: () => url,
  }
  app.addHook('onRequest', async () => world.later.runDue())
  const tokens = tokenRoutes(app, { client: options.client ?? demoPixClient, clock })
  cobRoutes(app, world)
  pixRoutes(app, world)
  webhookRoutes(app, world)
  tillRoutes(app, world)
  pixControlRoutes(app, world, tokens)

  const url = await app.listen({ port: options.port, host: '127.0.0.1' })
  const close = async () => {
    world.notifier.close()
    await app.close()
  }
  return { url, close }
}

/** Wrong bodies must reach the routes, because the bank answers them with errors of its own. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}
