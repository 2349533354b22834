import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, register, Registry } from 'prom-client'
import { cacheResult } from './cacheResult.ts'

export type DatabaseGauge<Deps> = {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** Values by label; those of two labels as 'lot_full 3'. */
  readonly read: (deps: Deps) => Promise<Readonly<Record<string, number>>>
}

// Called once a process, because the collectors never stop.
collectDefaultMetrics()

/** Below the scrape timeout of Prometheus. */
const readTimeoutMs = 1_000

/** Serves /metrics. Gauges of the database keep their last values; `guiche_gauges_age_seconds` says how old. */
export function installMetrics<Deps>(
  app: FastifyInstance,
  deps: Deps,
  gauges: readonly DatabaseGauge<Deps>[],
  databaseAnswers: () => Promise<boolean> = async () => true,
): void {
  const registry = new Registry()
  measureRequests(app, registry)
  const onError = (error: unknown) => app.log.error({ err: error }, 'the gauges of the database')
  const up = new Gauge({
    name: 'guiche_database_up',
    help: 'Whether the database answers',
    registers: [registry],
  })
  const refresh = registerGauges(registry, deps, { gauges, onError })
  const text = cacheResult(1_000, async () => {
    const refreshed = refresh()
    up.set((await databaseAnswers()) ? 1 : 0)
    await refreshed
    return Registry.merge([register, registry]).metrics()
  })
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType)
    return text()
  })
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Request duration by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    }
    times.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

function registerGauges<Deps>(
  registry: Registry,
  deps: Deps,
  { gauges, onError }: { gauges: readonly DatabaseGauge<Deps>[]; onError: (error: unknown) => void },
) {
  const registers = [registry]
  const age = new Gauge({
    name: 'guiche_gauges_age_seconds',
    help: 'Seconds since all gauges of the database were read',
    registers,
  })
  const shown = gauges.map(({ name, help, labels, read }) => ({
    labels,
    read,
    gauge: new Gauge({ name, help, labelNames: [...labels], registers }),
  }))
  let readAt = performance.now()
  // A slow read goes on, and later scrapes wait for it.
  const readAll = cacheResult(0, async () => {
    for (const { read, gauge, labels } of shown) {
      const values = await read(deps)
      gauge.reset()
      for (const [key, value] of Object.entries(values)) gauge.set(labelled(labels, key), value)
    }
    readAt = performance.now()
  })
  return async () => {
    await Promise.race([readAll().catch(onError), setTimeout(readTimeoutMs, null, { ref: false })])
    age.set((performance.now() - readAt) / 1000)
  }
}

function labelled(labels: readonly string[], key: string): Record<string, string> {
  const values = labels.length === 1 ? [key] : key.split(' ')
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}
