import { type JobKind, worksOf } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { alertSettingTrail } from '../auditTerms.ts'
import type { AlertDeps } from './deps.ts'
import { alertMailJob } from './flow/mailAlerts.ts'
import { alertTables } from './retention/tables.ts'
import { alertRoutes } from './routes.ts'

const alertJobs: readonly JobKind<AlertDeps>[] = [alertMailJob]

export const alertModule = {
  routes: (app, { alert }, { portal }) => alertRoutes(app, alert, portal),
  jobs: alertJobs,
  works: ({ alert }) => worksOf(alertJobs, alert),
  trails: { alert_setting: alertSettingTrail },
  names: {
    alert_setting: async (_db, ids) => new Map(ids.map((id) => [id, { about: 'Limites', ref: null }])),
  },
  tables: alertTables,
} satisfies ServerModule<{ alert: AlertDeps }, Guards>
