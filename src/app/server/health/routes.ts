import type { FastifyInstance } from 'fastify'
import { alertGauge } from '#alert/server/store.ts'
import type { Db } from '#db/schema.ts'
import { countOldSeals } from '#card/server/flow/resealCards.ts'
import { installMetrics } from '#kit/server/http/metrics.ts'
import { countWaitingJobs } from '#kit/server/jobs/queue.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { countWaiting } from '#payment/server/flow/countWaiting.ts'
import { countOpenCases } from '#payment/server/ledger/cases.ts'
import { countOldSecrets } from '#staff/server/flow/resealSecrets.ts'
import { openApiDocument } from '../../openapi.ts'
import type { Database } from '../database.ts'
import { readiness } from './readiness.ts'

type Deps = { database: Database; payment: { db: Db; publicUrl: string; cardKeys: CardKeys } }

/** Routes `/healthz`, `/readyz`, `/metrics` and `/openapi.json`. */
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
  const waiting = async () => {
    const jobs = await countWaitingJobs(payment.db)
    const states = Object.entries(await countWaiting(payment.db))
    const payments = Object.fromEntries(states.map(([state, count]) => [`payment_${state}`, count]))
    const [cards, secrets] = [await countOldSeals(payment), await countOldSecrets(payment)]
    const [card_old_key, card_lost_key] = [cards.old + secrets.old, cards.lost + secrets.lost]
    const review_case = await countOpenCases(payment.db)
    return { job: jobs.waiting, job_dead: jobs.dead, card_old_key, card_lost_key, review_case, ...payments }
  }
  installMetrics(app, waiting, [alertGauge(payment.db)])
}
