import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { bankRoutes } from './bank/bankRoutes.ts'
import { openCieloPix } from './cieloPix/cieloPix.ts'
import type { PixFaultOf } from '../pix/pixFaults.ts'
import { cardQueryRoutes, cardRoutes } from './card/cardRoutes.ts'
import { controlRoutes } from './controls.ts'
import { type Delays, usualDelays } from './delays.ts'
import { type FaultOf, openFaults } from './faults.ts'
import { openHost } from './hosts.ts'
import { openLag } from './trouble/lag.ts'
import { openLater } from './trouble/later.ts'
import { openLedger } from './ledger/ledger.ts'
import { type Merchant, simulatedMerchant } from './merchant.ts'
import { openNotifier } from './notify.ts'
import { changeRoutes } from './sale/changeRoutes.ts'
import { queryRoutes } from './sale/queryRoutes.ts'
import { saleRoutes } from './sale/saleRoutes.ts'
import { threeDsRoutes } from '../threeds/routes.ts'
import type { ThreeDsClient } from '../threeds/tokens.ts'
import type { World } from './world.ts'

export type SimulatorOptions = {
  /** 0 takes any free port. */
  port: number
  /** A port of its own for questions, 0 for any; without it one port answers everything, as Cielo never does. */
  queryPort?: number | null
  /** Who may call. */
  merchant?: Merchant
  /** Whom the 3DS service knows; without it anybody. */
  threeDsClient?: ThreeDsClient | null
  /** The kind face, for who shows the portal: src/acquirer/README.md#the-kind-face says what it leaves out. */
  kind?: boolean
  /** For how long no question shows a change, ms. */
  queryLagMs?: number
  /** The ledger's file; without it the ledger ends with the process. */
  dataFile?: string | null
  clock?: Clock
  /** Where notifications go; without it none are sent. */
  notifyUrl?: string | null
  notifyHeader?: { name: string; value: string } | null
  /** What each call meets besides the faults that are put in line. */
  faultOf?: FaultOf
  /** The same of a Pix. */
  pixFaultOf?: PixFaultOf
  delays?: Delays
}

/** `queryUrl` is `url` where one port answers everything. */
export type Simulator = { url: string; queryUrl: string; close(): Promise<void> }

/** A Cielo on 127.0.0.1, in this process. It moves no money; src/acquirer/README.md tells how to use it. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const world = openWorld(options, () => urls)
  const merchant = options.merchant ?? simulatedMerchant
  const hasTwo = options.queryPort !== undefined && options.queryPort !== null
  const host = openHost(hasTwo ? 'transactions' : 'both', merchant, world.later.runDue)
  const queries = hasTwo ? openHost('queries', merchant, world.later.runDue) : host
  const pix = openCieloPix({
    clock: world.clock,
    later: world.later,
    url: () => urls.url,
    notify: (paymentId) => world.notifier.notify(paymentId),
    dataFile: options.dataFile ? `${options.dataFile}.pix` : null,
    ...(options.pixFaultOf ? { faultOf: options.pixFaultOf } : {}),
  })
  for (const one of new Set([host, queries])) pix.mount(one)
  saleRoutes(host, world)
  changeRoutes(host, world)
  cardRoutes(host, world)
  bankRoutes(host, world)
  threeDsRoutes(host, world, options.threeDsClient ?? null)
  controlRoutes(host, world)
  queryRoutes(queries, world)
  cardQueryRoutes(queries, world)

  const url = await listen(host, options.port)
  const urls = { url, queryUrl: hasTwo ? await listen(queries, options.queryPort ?? 0) : url }
  const close = async () => {
    world.notifier.close()
    await Promise.all(new Set([host.close(), queries.close()]))
  }
  return { ...urls, close }
}

function listen(host: FastifyInstance, port: number): Promise<string> {
  return host.listen({ port, host: '127.0.0.1' })
}

function openWorld(options: SimulatorOptions, urls: World['urls']): World {
  const clock = options.clock ?? { now: () => new Date() }
  const delays = options.delays ?? usualDelays
  const later = openLater(clock, delays)
  const again = (work: () => void) => later.put(work, delays.repeatMs)
  return {
    ledger: openLedger(options.dataFile ?? null),
    clock,
    later,
    lag: openLag(clock, delays),
    delays,
    queryLagMs: options.queryLagMs ?? 0,
    faults: openFaults(options.faultOf),
    notifier: openNotifier(options.notifyUrl ?? null, options.notifyHeader ?? null, again),
    isKind: options.kind ?? false,
    urls,
  }
}
