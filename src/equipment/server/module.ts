import { sql } from 'kysely'
import { namesByRowId } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { EquipmentDeps } from './deps.ts'
import { deviceNames, searchDevices } from './backoffice/searchDevices.ts'
import { deviceRoutes } from './backoffice/routes.ts'
import { authenticateDevice } from './device.ts'
import { equipmentRoutes } from './routes.ts'
import { deviceTrail } from '../auditTerms.ts'
import { equipmentTables } from './retention/tables.ts'

export const equipmentModule = {
  routes: (app, { equipment }, { portal }) => {
    equipmentRoutes(app, equipment, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { device: await authenticateDevice(equipment.db, request, equipment.clock.now()) }
    })
    deviceRoutes(app, equipment, portal)
  },
  trails: { device: deviceTrail },
  names: { device: namesByRowId(deviceNames) },
  lotsOf: { device: sql`(select lot_ids from device where device.id = subject_id::bigint)` },
  actors: {
    kind: 'device',
    findNames: deviceNames,
    listActors: async (db, lots) =>
      (await searchDevices(db, { q: '', lotId: null, lots, state: null, page: 1, perPage: 200 })).rows,
  },
  tables: equipmentTables,
} satisfies ServerModule<{ equipment: EquipmentDeps }, Guards>
