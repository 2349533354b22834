import { namesByRowId } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { AccountDeps } from './deps.ts'
import { userRoutes } from './backoffice/routes.ts'
import { staffNames, userNames } from './backoffice/searchUsers.ts'
import { accountRoutes } from './routes.ts'
import { accountTrail } from '../auditTerms.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import { accountTables } from './retention/tables.ts'
import { recoveryJob, noticeJob } from './jobs/mails.ts'

export const accountModule = {
  routes: (app, { account }, { portal }) => {
    accountRoutes(app, account, portal)
    userRoutes(app, account, portal)
  },
  trails: { account: accountTrail },
  names: { account: namesByRowId(userNames) },
  actors: { kind: 'staff', findNames: userNames, listActors: staffNames },
  ...bindJobs('account', [recoveryJob, noticeJob]),
  tables: accountTables,
} satisfies ServerModule<{ account: AccountDeps }, Guards>
