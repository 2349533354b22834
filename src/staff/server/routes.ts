import type { FastifyInstance } from 'fastify'
import type { ReplyInputOf } from '#kit/endpoint.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../contract.ts'
import { isStaffAccess, levelFor } from '../level.ts'
import { levelAreas, readLevels } from '../levelsContract.ts'
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

/** By area; reads first. */
function levelsOf({ calls }: Pick<StaffDeps, 'calls'>): ReplyInputOf<typeof readLevels>['data'] {
  const reads = ({ method }: { method: string }) => Number(method === 'GET')
  const inOrder = calls.toSorted(
    (one, other) => reads(other) - reads(one) || one.path.localeCompare(other.path),
  )
  const rows = inOrder.flatMap(({ access, allLots, levelText }) => {
    if (levelText === undefined || !isStaffAccess(access)) return []
    const [area, action] = levelText
    return [{ area, action, level: levelFor[access], all_lots: allLots === true }]
  })
  return levelAreas.flatMap((area) => rows.filter((row) => row.area === area))
}
