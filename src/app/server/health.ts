import type { FastifyInstance } from 'fastify'
import { countOldSeals } from '#card/server/flow/resealCards.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { fail } from '#kit/fail.ts'
import { isMigrated } from '#kit/server/db/migrate.ts'
import { countWaitingJobs } from '#kit/server/jobs/store.ts'
import { installMetrics } from '#kit/server/http/metrics.ts'
import type { Db } from '#db/schema.ts'
import { countWaiting } from '#payment/server/flow/countWaiting.ts'
import { countOpenCases } from '#payment/server/reviewCases.ts'
import { countOldSecrets } from '#staff/server/flow/resealSecrets.ts'
import { openApiDocument } from '../openapi.ts'
import { migrationsDir } from './database.ts'

/** `/healthz` (alive), `/readyz` (database and migrations), `/metrics`, `/openapi.json`. */
export function healthRoutes(
  app: FastifyInstance,
  deps: { db: Db; publicUrl: string; cardKeys: CardKeys },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!(await isMigrated(deps.db, migrationsDir))) throw fail('unavailable', { retryAfterSeconds: 5 })
    return { status: 'ready' }
  })
  const document = openApiDocument(deps.publicUrl)
  app.get('/openapi.json', async () => document)
  installMetrics(app, async () => {
    const jobs = await countWaitingJobs(deps.db)
    const states = Object.entries(await countWaiting(deps.db))
    const payments = Object.fromEntries(states.map(([state, count]) => [`payment_${state}`, count]))
    const card_old_key = (await countOldSeals(deps)) + (await countOldSecrets(deps))
    const review_case = await countOpenCases(deps.db)
    return { job: jobs.waiting, job_dead: jobs.dead, card_old_key, review_case, ...payments }
  })
}
