import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { ReminderDeps } from './deps.ts'
import { remindJob } from './flow/remind.ts'
import { reminderTables } from './retention/tables.ts'
import { reminderRoutes } from './routes.ts'

export const reminderModule = {
  routes: (app, { reminder }, { portal }) => reminderRoutes(app, reminder, portal),
  ...bindJobs('reminder', [remindJob]),
  tables: reminderTables,
} satisfies ServerModule<{ reminder: ReminderDeps }, Guards>
