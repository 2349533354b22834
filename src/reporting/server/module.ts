import { namesByRowId } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { ReportingDeps } from './deps.ts'
import { movementsExport } from './exports/exportMovements.ts'
import { refundsExport } from './exports/exportRefunds.ts'
import { differencesExport } from './exports/exportDifferences.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { statementNames } from './reconciliation/store.ts'
import { statementTrail } from '../auditTerms.ts'
import { todayRoutes } from './today/routes.ts'
import { reportingTables } from './retention/tables.ts'

export const reportingModule = {
  routes: (app, { reporting }, { portal }) => {
    dashboardRoutes(app, reporting, portal)
    todayRoutes(app, reporting, portal)
    reconciliationRoutes(app, reporting, portal)
  },
  trails: { statement: statementTrail },
  names: { statement: namesByRowId(statementNames) },
  exports: [movementsExport, refundsExport, differencesExport],
  tables: reportingTables,
} satisfies ServerModule<{ reporting: ReportingDeps }, Guards>
