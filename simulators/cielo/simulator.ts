import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { bankRoutes } from './bank/bankRoutes.ts'
import { createCieloPix } from './cieloPix/cieloPix.ts'
import type { PixFaultOf } from '../pix/pixFaults.ts'
import { cardQueryRoutes, cardRoutes } from './card/cardRoutes.ts'
import { controlRoutes } from './controls.ts'
import { type Delays, defaultDelays } from './delays.ts'
import { type FaultOf, createFaults } from './faults.ts'
import { createHost } from './hosts.ts'
import { createQueryLag, createScheduler } from './faultEffects/scheduler.ts'
import { openLedger } from './ledger/ledger.ts'
import { type Merchant, simulatedMerchant } from './merchant.ts'
import { openNotifier } from './notifier.ts'
import { changeRoutes } from './sale/changeRoutes.ts'
import { queryRoutes } from './sale/queryRoutes.ts'
import { saleRoutes } from './sale/saleRoutes.ts'
import { threeDsRoutes } from '../threeds/routes.ts'
import type { ThreeDsClient } from '../threeds/tokens.ts'
import type { SimulatorContext } from './context.ts'

export type SimulatorOptions = {
  /** 0: any free port. */
  port: number
  /** A separate port for queries, 0 for any; without it one port serves both. */
  queryPort?: number | null
  merchant?: Merchant
  threeDsClient?: ThreeDsClient | null
  /** src/acquirer/README.md#without-waits */
  skipsWaits?: boolean
  queryLagMs?: number
  /** Without it the ledger is in memory. */
  dataFile?: string | null
  clock?: Clock
  notifyUrl?: string | null
  notifyHeader?: { name: string; value: string } | null
  /** Faults besides the queued ones. */
  faultOf?: FaultOf
  pixFaultOf?: PixFaultOf
  delays?: Delays
}

export type Simulator = { url: string; queryUrl: string; close(): Promise<void> }

/** Starts a simulated Cielo on 127.0.0.1, in this process; no money moves (src/acquirer/README.md). */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const context = createContext(options, () => urls)
  const merchant = options.merchant ?? simulatedMerchant
  const hasTwo = options.queryPort !== undefined && options.queryPort !== null
  const host = createHost(hasTwo ? 'transactions' : 'both', merchant, context.later.runDue)
  const queries = hasTwo ? createHost('queries', merchant, context.later.runDue) : host
  const pix = createCieloPix({
    clock: context.clock,
    later: context.later,
    url: () => urls.url,
    notify: (paymentId) => context.notifier.notify(paymentId),
    dataFile: options.dataFile ? `${options.dataFile}.pix` : null,
    ...(options.pixFaultOf ? { faultOf: options.pixFaultOf } : {}),
  })
  for (const one of new Set([host, queries])) pix.mount(one)
  saleRoutes(host, context)
  changeRoutes(host, context)
  cardRoutes(host, context)
  bankRoutes(host, context)
  threeDsRoutes(host, context, options.threeDsClient ?? null)
  controlRoutes(host, context)
  queryRoutes(queries, context)
  cardQueryRoutes(queries, context)

  const url = await listen(host, options.port)
  const urls = { url, queryUrl: hasTwo ? await listen(queries, options.queryPort ?? 0) : url }
  const close = async () => {
    context.notifier.close()
    await Promise.all(new Set([host.close(), queries.close()]))
  }
  return { ...urls, close }
}

function listen(host: FastifyInstance, port: number): Promise<string> {
  return host.listen({ port, host: '127.0.0.1' })
}

function createContext(options: SimulatorOptions, urls: SimulatorContext['urls']): SimulatorContext {
  const clock = options.clock ?? { now: () => new Date() }
  const delays = options.delays ?? defaultDelays
  const later = createScheduler(clock, delays)
  const again = (work: () => void) => later.schedule(work, delays.repeatMs)
  return {
    ledger: openLedger(options.dataFile ?? null),
    clock,
    later,
    lag: createQueryLag(clock, delays),
    delays,
    queryLagMs: options.queryLagMs ?? 0,
    faults: createFaults(options.faultOf),
    notifier: openNotifier(options.notifyUrl ?? null, options.notifyHeader ?? null, again),
    skipsWaits: options.skipsWaits ?? false,
    urls,
  }
}
