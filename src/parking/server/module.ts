import { sql } from 'kysely'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { ParkingDeps } from './deps.ts'
import { lotRoutes } from './backoffice/routes.ts'
import { occupancyExport } from './exports/exportOccupancy.ts'
import { parkingRoutes } from './routes.ts'
import { readLotNamesById } from './flow/readLotNames.ts'
import { namesByRowId } from '#kit/server/auditNames.ts'
import { lotTrail } from '../auditTerms.ts'
import { parkingTables } from './retention/tables.ts'

export const parkingModule = {
  routes: (app, { parking }, { portal }) => {
    parkingRoutes(app, parking, portal)
    lotRoutes(app, parking, portal)
  },
  trails: { lot: lotTrail },
  lotsOf: { lot: sql`array[subject_id::int]` },
  names: {
    lot: namesByRowId(readLotNamesById),
  },
  exports: [occupancyExport],
  tables: parkingTables,
} satisfies ServerModule<{ parking: ParkingDeps }, Guards>
