import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../contract.ts'
import { readDashboard } from '#books/dashboard.ts'
import { sumDashboard } from '#books/server/dashboard/readDashboard.ts'
import type { StaffDeps } from './deps.ts'
import { enrolSecondFactor, passSecondFactor, readSecondFactor } from './flow/secondFactor.ts'

/** The way into the back office: the second factor (behaviour.md section 8). */
export function staffRoutes(app: FastifyInstance, deps: StaffDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.readSecondFactor, portal, async (_, { session }) => ({
    data: await readSecondFactor(deps.db, session),
  }))
  mount(app, readDashboard, portal, async ({ query }) => {
    const { from, to, by: unit, lot_id: lotId = null } = query
    const sums = await sumDashboard(deps.db, { from, to, unit, lotId })
    return { data: { ...sums, server_now: deps.clock.now().toISOString() } }
  })
  mount(app, contract.enrolSecondFactor, portal, async (_, { session }) => ({
    data: await enrolSecondFactor(deps, session),
  }))
  mount(app, contract.passSecondFactor, portal, async ({ body }, { session }) => {
    await passSecondFactor(deps, session, body.code)
    return { data: { passed: true as const } }
  })
}
