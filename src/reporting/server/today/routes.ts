import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { readToday } from '../../today.ts'
import type { ReportingDeps } from '../deps.ts'
import { memberOf } from '#staff/server/member.ts'
import { lookAtToday } from './lookAtToday.ts'

/** Today (docs/back-office.md#hoje). */
export function todayRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>): void {
  mount(app, readToday, portal, async (_asked, caller) => {
    const now = deps.clock.now()
    return {
      data: { ...(await lookAtToday(deps, memberOf(caller).lots, now)), server_now: now.toISOString() },
    }
  })
}
