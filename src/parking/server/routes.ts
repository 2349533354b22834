import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Clock, dayMs, isoIn, plus } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { parkingStats } from '../contract.ts'
import { readStats, type Selling } from './flow/readStats.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { registerZone } from '#staff/server/lists.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import type { LotBackOfficeDeps } from './backoffice/deps.ts'
import { readOccupancy } from '../occupancy.ts'
import { sumOccupancy } from './occupancy/sumOccupancy.ts'

type Deps = Selling & { db: Db; clock: Clock }

export function parkingRoutes(app: FastifyInstance, deps: Deps, portal: Guard<unknown>): void {
  mount(app, parkingStats, portal, async () => ({ data: await readStats(deps.db, deps, deps.clock.now()) }))
}

/** docs/back-office.md#ocupação */
export function occupancyRoutes(app: FastifyInstance, deps: LotBackOfficeDeps, portal: Guard<PortalCaller>) {
  mount(app, readOccupancy, portal, async ({ query }, caller) => {
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const until = query.until ?? isoIn(registerZone, deps.clock.now()).slice(0, 10)
    const from =
      query.from ??
      plus(new Date(until), -6 * dayMs)
        .toISOString()
        .slice(0, 10)
    return { data: { rows: await sumOccupancy(deps.db, { lots, from, until, by: query.by }) } }
  })
}
