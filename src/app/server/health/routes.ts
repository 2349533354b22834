import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { installMetrics, type DatabaseGauge } from '#kit/server/http/metrics.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { openApiDocument } from '../../openapi.ts'
import type { Database } from '../database.ts'
import { databaseAnswers, readinessCheck } from './readiness.ts'
import { alertMetrics } from '#alert/server/store.ts'
import { sealedCardTable } from '#card/server/store.ts'
import { countStaleRows } from '#kit/server/reseal.ts'
import { countUnclosedDays } from '#closing/server/closingLag.ts'
import { countWaitingJobs } from '#kit/server/jobs/queue.ts'
import { countWaiting } from '#payment/server/findPayments.ts'
import { countOpenCases } from '#payment/server/ledger/cases.ts'
import { sealedSecrets } from '#staff/server/deps.ts'

type GaugeDeps = { readonly db: Db; readonly clock: Clock; readonly cardKeys: CardKeys }
type Deps = { database: Database; payment: GaugeDeps & { publicUrl: string } }

export function healthRoutes(app: FastifyInstance, { database, payment }: Deps, shutdown: AbortSignal): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  const findProblem = readinessCheck(database, shutdown)
  app.get('/readyz', async (_, reply) => {
    const why = await findProblem()
    if (why === null) return { status: 'ready' }
    return reply.status(503).header('retry-after', 5).send({ status: 'not ready', why })
  })
  // Built on demand, because it is slow.
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/openapi.json', async () => (document ??= openApiDocument(payment.publicUrl)))
  installMetrics(app, payment, databaseGauges, () => databaseAnswers(database))
}

/** docs/operating.md#metrics */
export const databaseGauges: readonly DatabaseGauge<GaugeDeps>[] = [
  {
    name: 'guiche_alert',
    help: 'Whether an alert stands, by kind and lot',
    labels: ['kind', 'lot'],
    read: ({ db }) => alertMetrics(db),
  },
  { name: 'guiche_waiting', help: 'What waits, by what for', labels: ['what'], read: readWaiting },
  {
    name: 'guiche_closing_lag_days',
    help: 'Days before today that are not closed, by number of the lot',
    labels: ['lot'],
    read: ({ db, clock }) => countUnclosedDays(db, clock.now()),
  },
]

async function readWaiting(deps: GaugeDeps): Promise<Readonly<Record<string, number>>> {
  const jobs = await countWaitingJobs(deps.db)
  const states = Object.entries(await countWaiting(deps.db))
  const payments = Object.fromEntries(states.map(([state, count]) => [`payment_${state}`, count]))
  const [cards, secrets] = [
    await countStaleRows(deps, sealedCardTable),
    await countStaleRows(deps, sealedSecrets),
  ]
  return {
    job: jobs.waiting,
    job_dead: jobs.dead,
    card_old_key: cards.old + secrets.old,
    card_lost_key: cards.lost + secrets.lost,
    review_case: await countOpenCases(deps.db),
    ...payments,
  }
}
