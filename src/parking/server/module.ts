import { sql } from 'kysely'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { LotBackOfficeDeps } from './backoffice/deps.ts'
import { lotRoutes } from './backoffice/routes.ts'
import { occupancyExport } from './exports/exportOccupancy.ts'
import { parkingRoutes } from './routes.ts'
import { lotNames } from './flow/lotNames.ts'
import { byNumber } from '#kit/server/auditNames.ts'
import { lotTrail } from '../auditTerms.ts'
import { parkingTables } from './retention/tables.ts'

export const parkingModule = {
  routes: (app, { parking }, { portal }) => {
    parkingRoutes(app, parking, portal)
    lotRoutes(app, parking, portal)
  },
  trails: { lot: lotTrail },
  lotsOf: { lot: sql`array[subject_id::int]` },
  names: { lot: byNumber(async (db) => new Map((await lotNames(db)).map(({ id, name }) => [id, name]))) },
  exports: [occupancyExport],
  tables: parkingTables,
} satisfies ServerModule<{ parking: LotBackOfficeDeps }, Guards>
