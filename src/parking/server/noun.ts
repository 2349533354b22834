import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import type { LotDeskDeps } from './desk/deps.ts'
import { lotRoutes } from './desk/routes.ts'
import { lotNames } from './flow/lotNames.ts'
import { parkingRoutes } from './routes.ts'
import { byNumber } from '#kit/server/auditNames.ts'
import { lotTrail } from '../trail.ts'
import { parkingTables } from './keeping/tables.ts'

/** Lots and their free spaces. */
export const parkingNoun = {
  routes: (app, { parking }, { portal }) => {
    parkingRoutes(app, parking, portal)
    lotRoutes(app, parking, portal)
  },
  trails: { lot: lotTrail },
  names: {
    lot: byNumber(async (db) => new Map((await lotNames(db)).map(({ id, name }) => [id, name]))),
  },
  tables: parkingTables,
} satisfies ServerNoun<{ parking: LotDeskDeps }, Doors>
