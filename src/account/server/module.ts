import { byNumber } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { AccountDeps } from './deps.ts'
import { userRoutes } from './backoffice/routes.ts'
import { staffNames, userNames } from './backoffice/searchUsers.ts'
import { accountRoutes } from './routes.ts'
import { accountTrail } from '../auditTerms.ts'
import { worksOf, type JobKind } from '#kit/server/jobs/job.ts'
import { accountTables } from './retention/tables.ts'
import { recoveryJob, noticeJob } from './jobs/mails.ts'

const accountJobs: readonly JobKind<AccountDeps>[] = [recoveryJob, noticeJob]

export const accountModule = {
  routes: (app, { account }, { portal }) => {
    accountRoutes(app, account, portal)
    userRoutes(app, account, portal)
  },
  trails: { account: accountTrail },
  names: { account: byNumber(userNames) },
  actors: { kind: 'staff', namesOf: userNames, list: staffNames },
  jobs: accountJobs,
  works: ({ account }) => worksOf(accountJobs, account),
  tables: accountTables,
} satisfies ServerModule<{ account: AccountDeps }, Guards>
