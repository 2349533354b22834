import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { type VehicleDeps, vehicleRoutes } from './routes.ts'
import { vehicleTables } from './keeping/tables.ts'

/** The customer's vehicles. */
export const vehicleNoun = {
  routes: (app, { vehicle }, { portal }) => vehicleRoutes(app, vehicle, portal),
  tables: vehicleTables,
} satisfies ServerNoun<{ vehicle: VehicleDeps }, Doors>
