import type { FastifyInstance } from 'fastify'
import type { ReplyInputOf } from '#kit/endpoint.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../contract.ts'
import { isStaffAccess, levelFor } from '../level.ts'
import { levelTexts, readLevels } from '../levelsContract.ts'
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

function levelsOf({ calls }: Pick<StaffDeps, 'calls'>): ReplyInputOf<typeof readLevels>['data'] {
  const known = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))
  return Object.entries(levelTexts).flatMap(([area, actions]) =>
    Object.entries(actions).flatMap(([name, action]) => {
      const call = known.get(name)
      if (!call || !isStaffAccess(call.access)) return []
      return [{ area, action, level: levelFor[call.access], all_lots: call.allLots === true }]
    }),
  )
}
