import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import type { StaffDeps } from './deps.ts'
import { staffRoutes } from './routes.ts'
import { staffTables } from './keeping/tables.ts'

/** The way into the back office, and its trail. */
export const staffNoun = {
  routes: (app, { staff }, { portal }) => staffRoutes(app, staff, portal),
  tables: staffTables,
} satisfies ServerNoun<{ staff: StaffDeps }, Doors>
