import fastify, { type FastifyInstance } from 'fastify'
import { type Clock, hourMs } from '#kit/clock.ts'
import { bankRoutes } from './bank/bankRoutes.ts'
import { cardRoutes } from './card/cardRoutes.ts'
import { controlRoutes } from './controls.ts'
import { type Delays, usualDelays } from './delays.ts'
import { type FaultOf, openFaults } from './faults.ts'
import { openLag } from './lag.ts'
import { openLater } from './later.ts'
import { openLedger } from './ledger/ledger.ts'
import { openNotifier } from './notify.ts'
import { changeRoutes } from './sale/changeRoutes.ts'
import { saleRoutes } from './sale/saleRoutes.ts'
import { threeDsRoutes } from './threeds/routes.ts'
import type { World } from './world.ts'

export type SimulatorOptions = {
  /** 0 takes any free port. */
  port: number
  /** The ledger's file; without it the ledger ends with the process. */
  dataFile?: string | null
  clock?: Clock
  /** Where notifications go; without it none are sent. */
  notifyUrl?: string | null
  notifyHeader?: { name: string; value: string } | null
  /** How long an authorisation can be captured. Cielo's standard is 7 days. */
  captureWindowDays?: number
  /** What each call meets besides the faults that are put in line. */
  faultOf?: FaultOf
  delays?: Delays
}

export type Simulator = { url: string; close(): Promise<void> }

/** A Cielo on 127.0.0.1, in this process. It moves no money; docs/acquirer.md tells how to use it. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
    forceCloseConnections: true,
  })
  const world = openWorld(options, () => url)
  readBodiesAsText(app)
  app.addHook('onRequest', async (request, reply) => {
    world.later.runDue()
    const isApi = request.url.startsWith('/1/')
    if (isApi && !isMerchant(request.headers)) await reply.code(401).send('')
  })
  saleRoutes(app, world)
  changeRoutes(app, world)
  cardRoutes(app, world)
  bankRoutes(app, world)
  threeDsRoutes(app, world)
  controlRoutes(app, world)

  const url = await app.listen({ port: options.port, host: '127.0.0.1' })
  const close = async () => {
    world.notifier.close()
    await app.close()
  }
  return { url, close }
}

function openWorld(options: SimulatorOptions, url: () => string): World {
  const clock = options.clock ?? { now: () => new Date() }
  const delays = options.delays ?? usualDelays
  return {
    ledger: openLedger(options.dataFile ?? null),
    clock,
    later: openLater(clock, delays),
    lag: openLag(clock, delays),
    delays,
    faults: openFaults(options.faultOf),
    notifier: openNotifier(options.notifyUrl ?? null, options.notifyHeader ?? null),
    captureWindowMs: (options.captureWindowDays ?? 7) * 24 * hourMs,
    url,
  }
}

/** Empty and wrong bodies must reach the routes, because Cielo answers them with errors of its own. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

/** Any well-formed pair is a merchant here: a GUID and a key of 40 characters. */
function isMerchant(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const { merchantid, merchantkey } = headers
  return (
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(merchantid)) &&
    /^\w{40}$/.test(String(merchantkey))
  )
}
