import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { memberOf } from '#staff/server/member.ts'
import { type Found, mostFound, searchBackOffice, shortestSearch } from '../backoffice.ts'
import type { SearchDeps } from './deps.ts'
import { searchSources } from './sources.ts'

/** docs/back-office.md#search */
export function searchRoutes(app: FastifyInstance, deps: SearchDeps, portal: Guard<PortalCaller>): void {
  mount(app, searchBackOffice, portal, async ({ query: { q } }, caller) => {
    const data: Found[] = []
    if (q.length < shortestSearch) return { data }
    const { level } = memberOf(caller)
    for (const { kind, access, find } of searchSources) {
      if (!isAllowed(level, access)) continue
      const rows = await find(deps, { q, caller })
      data.push(...rows.slice(0, mostFound).map((row) => ({ kind, ...row })))
    }
    return { data }
  })
}
