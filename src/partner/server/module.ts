import { sql } from 'kysely'
import { userNames } from '#account/server/backoffice/searchUsers.ts'
import { namesByRowId } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { partnerTrail } from '../auditTerms.ts'
import { deskRoutes } from './backoffice/deskRoutes.ts'
import { partnerRoutes } from './backoffice/routes.ts'
import { validationsList } from './backoffice/validationsList.ts'
import type { PartnerDeps } from './deps.ts'
import { partnerAccessJob, partnerInvitationJob } from './jobs/peopleMails.ts'
import { statementMailJob } from './jobs/statementMails.ts'
import { partnerTables } from './retention/tables.ts'
import { shopRoutes } from './routes.ts'
import { partnerNames } from './store.ts'

export const partnerModule = {
  routes: (app, { partner }, { portal }) => {
    shopRoutes(app, partner, portal)
    partnerRoutes(app, partner, portal)
    deskRoutes(app, partner, portal)
  },
  ...bindJobs('partner', [partnerAccessJob, partnerInvitationJob, statementMailJob]),
  trails: { partner: partnerTrail },
  names: { partner: namesByRowId(partnerNames) },
  lotsOf: { partner: sql`(select lot_ids from partner where partner.id = subject_id::bigint)` },
  // The people of shops are not staff: nobody filters by them.
  actors: { kind: 'shop', findNames: userNames, listActors: async () => [] },
  exports: [validationsList],
  tables: partnerTables,
} satisfies ServerModule<{ partner: PartnerDeps }, Guards>
