import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { type VehicleDeps, vehicleRoutes } from './routes.ts'
import { vehicleTables } from './retention/tables.ts'

export const vehicleModule = {
  routes: (app, { vehicle }, { portal }) => vehicleRoutes(app, vehicle, portal),
  tables: vehicleTables,
} satisfies ServerModule<{ vehicle: VehicleDeps }, Guards>
