import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { disputeTrail } from '../auditTerms.ts'
import type { DisputeDeps } from './deps.ts'
import { disputesList } from './disputesList.ts'
import { disputeJob } from './flow/recordDispute.ts'
import { disputeTables } from './retention/tables.ts'
import { disputeRoutes } from './routes.ts'

export const disputeModule = {
  routes: (app, { dispute }, { portal }) => disputeRoutes(app, dispute, portal),
  ...bindJobs('dispute', [disputeJob]),
  trails: { dispute: disputeTrail },
  names: {
    dispute: namesBySql(
      (ids) => sql`select dispute.id, 'Ticket ' || ticket_code as about
        from dispute join payment on payment.id = dispute.payment_id where dispute.id = ${ids}`,
    ),
  },
  lotsOf: {
    dispute: sql`(select array[lot_id] from payment join dispute on dispute.payment_id = payment.id where dispute.id = subject_id::bigint)`,
  },
  exports: [disputesList],
  tables: disputeTables,
} satisfies ServerModule<{ dispute: DisputeDeps }, Guards>
