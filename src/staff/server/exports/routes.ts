import type { FastifyInstance } from 'fastify'
import { type Guard, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../export.ts'
import type { StaffDeps } from '../deps.ts'
import { memberOf } from '../member.ts'
import { ExportPlaces } from './exportPlaces.ts'
import { refusalPage } from './refusalPage.ts'
import { startExport } from './startExport.ts'

/** Lists as files (docs/back-office.md#exports). */
export function exportRoutes(app: FastifyInstance, deps: StaffDeps, portal: Guard<PortalCaller>): void {
  const places = new ExportPlaces()
  void app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) =>
      refusalPage(deps.exports, { request, reply, payload }),
    )
    mountFile(scope, contract.exportList, portal, ({ params, query }, caller) =>
      startExport({ ...deps, places }, { ...params, query, member: memberOf(caller) }),
    )
  })
}
