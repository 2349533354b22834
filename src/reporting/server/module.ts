import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { ReportingDeps } from './deps.ts'
import { movementsExport } from './exports/exportMovements.ts'
import { refundsExport } from './exports/exportRefunds.ts'
import { differencesExport } from './exports/exportDifferences.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { statementTrail } from '../auditTerms.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { takenList } from './taken/takenList.ts'
import { todayRoutes } from './today/routes.ts'
import { reportingTables } from './retention/tables.ts'

export const reportingModule = {
  routes: (app, { reporting }, { portal }) => {
    dashboardRoutes(app, reporting, portal)
    todayRoutes(app, reporting, portal)
    mountList(app, reporting, portal, takenList)
    reconciliationRoutes(app, reporting, portal)
  },
  trails: { statement: statementTrail },
  names: { statement: namesBySql((ids) => sql`select id, name as about from statement where id = ${ids}`) },
  exports: [movementsExport, takenList, refundsExport, differencesExport],
  tables: reportingTables,
} satisfies ServerModule<{ reporting: ReportingDeps }, Guards>
