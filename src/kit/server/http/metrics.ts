import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { reuseAnswer } from './reuseAnswer.ts'
import { withTimeout } from '../jobs/withTimeout.ts'

/** Counts what is waiting somewhere, read when Prometheus asks. */
export type WaitingCounts = () => Promise<Readonly<Record<string, number>>>

/** Prometheus gives up after some seconds; what the process knows of itself must not be lost with the rest. */
const patienceMs = 1_000

let known: Registry | null = null

/** What the process knows of itself, once however many portals it opens: what watches it never stops. */
function ofProcess(): Registry {
  if (known === null) {
    known = new Registry()
    collectDefaultMetrics({ register: known })
  }
  return known
}

/**
 * `/metrics` in Prometheus text: process, request times by route, and what waits. While that cannot be counted it is
 * left out, and `guiche_database_up` is 0. Computed once a second at most.
 */
export function installMetrics(app: FastifyInstance, waiting: WaitingCounts): Registry {
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
  const count = async () => {
    const counts = await withTimeout(patienceMs, 'counting', waiting()).catch(() => null)
    waits.reset()
    up.set(counts === null ? 0 : 1)
    for (const [what, n] of Object.entries(counts ?? {})) waits.set({ what }, n)
  }
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    }
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
