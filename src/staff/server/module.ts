import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/guards.ts'
import type { StaffDeps } from './deps.ts'
import { staffRoutes } from './routes.ts'
import { staffTables } from './retention/tables.ts'

export const staffModule = {
  routes: (app, { staff }, { portal }) => staffRoutes(app, staff, portal),
  tables: staffTables,
} satisfies ServerModule<{ staff: StaffDeps }, Guards>
