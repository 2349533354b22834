import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { alertSettingTrail } from '../auditTerms.ts'
import type { AlertDeps } from './deps.ts'
import { alertMailJob } from './flow/mailAlerts.ts'
import { alertTables } from './retention/tables.ts'
import { alertRoutes } from './routes.ts'

export const alertModule = {
  routes: (app, { alert }, { portal }) => alertRoutes(app, alert, portal),
  ...bindJobs('alert', [alertMailJob]),
  trails: { alert_setting: alertSettingTrail },
  names: {
    alert_setting: async (_db, ids) => new Map(ids.map((id) => [id, { about: 'Limites', ref: null }])),
  },
  tables: alertTables,
} satisfies ServerModule<{ alert: AlertDeps }, Guards>
