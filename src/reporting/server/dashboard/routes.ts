import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { firstSteps, readDashboard } from '../../dashboard.ts'
import type { ReportingDeps } from '../deps.ts'
import { sumDashboard } from './readDashboard.ts'

/** docs/back-office.md#painel */
export function dashboardRoutes(
  app: FastifyInstance,
  deps: ReportingDeps,
  portal: Guard<PortalCaller>,
): void {
  mount(app, readDashboard, portal, async ({ query }, caller) => {
    const { from, to, by: unit } = query
    const member = memberOf(caller)
    const lots = lotsWanted(member, query.lot_id)
    const now = deps.clock.now()
    const sums = await sumDashboard(deps.db, { from, to, unit, lots }, { now, seen: member.lots })
    const done = {
      identity: (await deps.missing()).length === 0,
      lot: sums.lots.length > 0,
      tariff: sums.lots.length > sums.without_tariff.length,
      device: await deps.hasDevice(deps.db),
    }
    const steps = firstSteps.map((step) => ({ step, done: done[step] }))
    return { data: { ...sums, first_steps: steps, server_now: now.toISOString() } }
  })
}
