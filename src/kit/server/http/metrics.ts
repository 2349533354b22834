import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, register, Registry } from 'prom-client'
import { cacheResult } from './cacheResult.ts'
import { withTimeout } from '../jobs/withTimeout.ts'

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

/** Serves /metrics. Without the database its gauges are missing and `guiche_database_up` is 0. */
export function installMetrics<Deps>(
  app: FastifyInstance,
  deps: Deps,
  gauges: readonly DatabaseGauge<Deps>[],
): void {
  const registry = new Registry()
  measureRequests(app, registry)
  const refresh = registerGauges(registry, deps, gauges)
  const text = cacheResult(1_000, async () => {
    await refresh()
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

function registerGauges<Deps>(registry: Registry, deps: Deps, gauges: readonly DatabaseGauge<Deps>[]) {
  const registers = [registry]
  const up = new Gauge({ name: 'guiche_database_up', help: 'Whether the database answers', registers })
  const shown = gauges.map(({ name, help, labels, read }) => ({
    labels,
    read,
    gauge: new Gauge({ name, help, labelNames: [...labels], registers }),
  }))
  const readAll = async () => {
    const found = []
    for (const { read } of shown) found.push(await read(deps))
    return found
  }
  return async () => {
    const values = await withTimeout(readTimeoutMs, 'metrics', readAll()).catch(() => null)
    up.set(values === null ? 0 : 1)
    for (const [index, { gauge, labels }] of shown.entries()) {
      gauge.reset()
      for (const [key, value] of Object.entries(values?.[index] ?? {}))
        gauge.set(labelled(labels, key), value)
    }
  }
}

function labelled(labels: readonly string[], key: string): Record<string, string> {
  const values = labels.length === 1 ? [key] : key.split(' ')
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}
