import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counts what is waiting somewhere, read when Prometheus asks. */
export type WaitingCounts = () => Promise<Readonly<Record<string, number>>>

/** `/metrics` in Prometheus text: process, request times by route, and what waits. */
export function installMetrics(app: FastifyInstance, waiting: WaitingCounts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Request duration by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  })
  new Gauge({
    name: 'guiche_waiting',
    help: 'What waits, by what for',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      for (const [what, count] of Object.entries(await waiting())) this.set({ what }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    }
    times.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
  return registry
}
