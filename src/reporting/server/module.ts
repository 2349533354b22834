import { byNumber } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/guards.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { ReportingDeps } from './deps.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { statementNames } from './reconciliation/store.ts'
import { statementTrail } from '../auditTerms.ts'
import { reportingTables } from './retention/tables.ts'

/** Dashboard and statements of the acquirer. */
export const reportingModule = {
  routes: (app, { reporting }, { portal }) => {
    dashboardRoutes(app, reporting, portal)
    reconciliationRoutes(app, reporting, portal)
  },
  trails: { statement: statementTrail },
  names: { statement: byNumber(statementNames) },
  tables: reportingTables,
} satisfies ServerModule<{ reporting: ReportingDeps }, Guards>
