import { byNumber } from '#kit/server/auditNames.ts'
import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import type { AccountDeps } from './deps.ts'
import { userRoutes } from './desk/routes.ts'
import { staffNames, userNames } from './desk/searchUsers.ts'
import { accountRoutes } from './routes.ts'
import { accountTrail } from '../trail.ts'
import { worksOf } from '#kit/server/jobs/job.ts'
import { accountJobs } from './jobs/accountJobs.ts'
import { accountTables } from './keeping/tables.ts'

/** People: who pays, who signs in, who works here. */
export const accountNoun = {
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
} satisfies ServerNoun<{ account: AccountDeps }, Doors>
