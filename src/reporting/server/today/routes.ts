import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { readToday } from '../../today.ts'
import type { ReportingDeps } from '../deps.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { loadToday } from './loadToday.ts'

export function todayRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>): void {
  mount(app, readToday, portal, async ({ query }, caller) => {
    const now = deps.clock.now()
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const chosen = query.lot_id === null ? {} : { lot_id: String(query.lot_id) }
    return { data: { ...(await loadToday(deps, { lots, chosen }, now)), server_now: now.toISOString() } }
  })
}
