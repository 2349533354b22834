import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { auditExport } from './exports/exportAudit.ts'
import type { StaffDeps } from './deps.ts'
import { staffRoutes } from './routes.ts'
import { exportTrail } from '../auditTerms.ts'
import { staffTables } from './retention/tables.ts'

export const staffModule = {
  routes: (app, { staff }, { portal }) => staffRoutes(app, staff, portal),
  exports: [auditExport],
  trails: { export: exportTrail },
  tables: staffTables,
} satisfies ServerModule<{ staff: StaffDeps }, Guards>
