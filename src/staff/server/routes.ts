import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../contract.ts'
import { readLevels } from '../levels.ts'
import { levelsOf } from './flow/readLevels.ts'
import { auditRoutes } from './audit/routes.ts'
import type { StaffDeps } from './deps.ts'
import { exportRoutes } from './exports/routes.ts'
import { enrolSecondFactor, passSecondFactor, readSecondFactor } from './flow/secondFactor.ts'

export function staffRoutes(app: FastifyInstance, deps: StaffDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.readSecondFactor, portal, async (_, { session }) => ({
    data: await readSecondFactor(deps, session),
  }))
  mount(app, contract.enrolSecondFactor, portal, async (_, { session }) => ({
    data: await enrolSecondFactor(deps, session),
  }))
  mount(app, contract.passSecondFactor, portal, async ({ body }, { session, ip }) => {
    const codes = await passSecondFactor(deps, session, { code: body.code, ip })
    return { data: { passed: true as const, recovery_codes: codes } }
  })
  mount(app, readLevels, portal, async () => ({ data: levelsOf(deps) }))
  auditRoutes(app, deps, portal)
  exportRoutes(app, deps, portal)
}
