import type { FastifyInstance } from 'fastify'
import { dayMs, isoIn, addMs } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { parkingStats } from '../contract.ts'
import { readLotStats } from './flow/readLotStats.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { requestedLots, memberOf } from '#staff/server/member.ts'
import type { ParkingDeps } from './deps.ts'
import { readOccupancy } from '../occupancy.ts'
import { sumOccupancy } from './occupancy/sumOccupancy.ts'

export function parkingRoutes(app: FastifyInstance, deps: ParkingDeps, portal: Guard<PortalCaller>) {
  const { db, clock } = deps
  mount(app, parkingStats, portal, async () => ({ data: await readLotStats(db, deps, clock.now()) }))
  mount(app, readOccupancy, portal, async ({ query }, caller) => {
    const lots = requestedLots(memberOf(caller), query.lot_id)
    const until = query.until ?? isoIn(await deps.operatorTimeZone(), clock.now()).slice(0, 10)
    const weekBefore = addMs(new Date(until), -6 * dayMs).toISOString()
    const from = query.from ?? weekBefore.slice(0, 10)
    return { data: { rows: await sumOccupancy(db, { lots, from, until, by: query.by }) } }
  })
}
