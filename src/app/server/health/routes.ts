import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { installMetrics } from '#kit/server/http/metrics.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { openApiDocument } from '../../openapi.ts'
import type { Database } from '../database.ts'
import { databaseGauges } from './gauges.ts'
import { readiness } from './readiness.ts'

type Deps = { database: Database; payment: { db: Db; clock: Clock; publicUrl: string; cardKeys: CardKeys } }

export function healthRoutes(app: FastifyInstance, { database, payment }: Deps, leaving: AbortSignal): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  const whyNot = readiness(database, leaving)
  app.get('/readyz', async (_, reply) => {
    const why = await whyNot()
    if (why === null) return { status: 'ready' }
    return reply.status(503).header('retry-after', 5).send({ status: 'not ready', why })
  })
  // Built on demand, because it is slow.
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/openapi.json', async () => (document ??= openApiDocument(payment.publicUrl)))
  installMetrics(app, payment, databaseGauges)
}
