import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { reuseAnswer } from './reuseAnswer.ts'
import { withTimeout } from '../jobs/withTimeout.ts'

/** Numbers of waiting things by name, read at each scrape. */
export type WaitingCounts = () => Promise<Readonly<Record<string, number>>>

/** Another gauge, read at each scrape. */
export type LabelledGauge = {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly read: () => Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>
}

/** Shorter than the scrape timeout of Prometheus. */
const patienceMs = 1_000

let known: Registry | null = null

/** Process metrics are registered once, because their collectors never stop. */
function ofProcess(): Registry {
  if (known === null) {
    known = new Registry()
    collectDefaultMetrics({ register: known })
  }
  return known
}

/** Serves `/metrics`. When the counts fail, they are left out and `guiche_database_up` is 0. */
export function installMetrics(
  app: FastifyInstance,
  waiting: WaitingCounts,
  others: readonly LabelledGauge[] = [],
): Registry {
  const own = ofProcess()
  const registry = new Registry()
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Request duration by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  })
  const up = new Gauge({
    name: 'guiche_database_up',
    help: 'Whether the database said what waits',
    registers: [registry],
  })
  const waits = new Gauge({
    name: 'guiche_waiting',
    help: 'What waits, by what for',
    labelNames: ['what'],
    registers: [registry],
  })
  const readOthers = openGauges(registry, others)
  const count = async () => {
    const counts = await withTimeout(patienceMs, 'counting', waiting()).catch(() => null)
    await readOthers()
    waits.reset()
    up.set(counts === null ? 0 : 1)
    for (const [what, n] of Object.entries(counts ?? {})) waits.set({ what }, n)
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    const labels = { method: request.method, route, status: reply.statusCode }
    times.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  const text = reuseAnswer(1_000, async () => {
    await count()
    return Registry.merge([own, registry]).metrics()
  })
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType)
    return text()
  })
  return registry
}

/** Registers gauges; the returned function reads them, and leaves out one whose read fails. */
function openGauges(registry: Registry, declared: readonly LabelledGauge[]): () => Promise<void> {
  const gauges = declared.map(({ read, labelNames, ...named }) => ({
    read,
    gauge: new Gauge({ ...named, labelNames: [...labelNames], registers: [registry] }),
  }))
  return async () => {
    for (const { read, gauge } of gauges) {
      const values = await withTimeout(patienceMs, 'reading a gauge', read()).catch(() => [])
      gauge.reset()
      for (const { labels, value } of values) gauge.set(labels, value)
    }
  }
}
