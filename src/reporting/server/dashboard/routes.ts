import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { readDashboard } from '../../dashboard.ts'
import type { ReportingDeps } from '../deps.ts'
import { sumDashboard } from './readDashboard.ts'

/** The dashboard (docs/back-office.md#painel). */
export function dashboardRoutes(
  app: FastifyInstance,
  deps: ReportingDeps,
  portal: Guard<PortalCaller>,
): void {
  mount(app, readDashboard, portal, async ({ query }) => {
    const { from, to, by: unit, lot_id: lotId } = query
    const now = deps.clock.now()
    const sums = await sumDashboard(deps.db, { from, to, unit, lotId }, now)
    return { data: { ...sums, server_now: now.toISOString() } }
  })
}
