import { sql } from 'kysely'
import { namesByRowId } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { contestTrail } from '../auditTerms.ts'
import type { ContestDeps } from './deps.ts'
import { contestsExport } from './exports/exportContests.ts'
import { finishContestJob } from './flow/finishContest.ts'
import { contestMailJob } from './flow/mailContest.ts'
import { contestTables } from './retention/tables.ts'
import { contestRoutes, backOfficeContestRoutes } from './routes.ts'
import { contestNames } from './store.ts'

export const contestModule = {
  routes: (app, { contest }, { portal }) => {
    contestRoutes(app, contest, portal)
    backOfficeContestRoutes(app, contest, portal)
  },
  ...bindJobs('contest', [finishContestJob, contestMailJob]),
  trails: { contest: contestTrail },
  names: { contest: namesByRowId(contestNames) },
  lotsOf: {
    contest: sql`(select array[lot_id] from payment join contest on contest.payment_id = payment.id where contest.id = subject_id::bigint)`,
  },
  exports: [contestsExport],
  tables: contestTables,
} satisfies ServerModule<{ contest: ContestDeps }, Guards>
