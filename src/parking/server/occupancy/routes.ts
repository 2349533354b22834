import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { readOccupancy } from '../../occupancy.ts'
import { sumOccupancy } from './sumOccupancy.ts'

/** Occupancy by hour (docs/back-office.md#ocupação). */
export function occupancyRoutes(app: FastifyInstance, { db }: { db: Db }, portal: Guard<PortalCaller>): void {
  mount(app, readOccupancy, portal, async ({ query: { lot_id: lotId, ...span } }, caller) => ({
    data: { rows: await sumOccupancy(db, { ...span, lots: lotsWanted(memberOf(caller), lotId ?? null) }) },
  }))
}
