import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { contestTrail } from '../auditTerms.ts'
import type { ContestDeps } from './deps.ts'
import { contestsList } from './contestsList.ts'
import { finishContestJob, reopenContestJob } from './flow/finishContest.ts'
import { contestMailJob } from './flow/mailContest.ts'
import { contestTables } from './retention/tables.ts'
import { contestRoutes, backOfficeContestRoutes } from './routes.ts'

export const contestModule = {
  routes: (app, { contest }, { portal }) => {
    contestRoutes(app, contest, portal)
    backOfficeContestRoutes(app, contest, portal)
  },
  ...bindJobs('contest', [finishContestJob, reopenContestJob, contestMailJob]),
  trails: { contest: contestTrail },
  names: {
    contest: namesBySql(
      (ids) => sql`select contest.id, 'Ticket ' || ticket_code as about
        from contest join payment on payment.id = contest.payment_id where contest.id = ${ids}`,
    ),
  },
  lotsOf: {
    contest: sql`(select array[lot_id] from payment join contest on contest.payment_id = payment.id where contest.id = subject_id::bigint)`,
  },
  exports: [contestsList],
  tables: contestTables,
} satisfies ServerModule<{ contest: ContestDeps }, Guards>
