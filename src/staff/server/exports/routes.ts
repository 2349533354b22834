import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Guard, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../export.ts'
import type { StaffDeps } from '../deps.ts'
import { memberOf } from '../member.ts'
import { ExportPlaces } from './exportPlaces.ts'
import { startExport } from './startExport.ts'
import * as z from 'zod/mini'
import { markup } from '#kit/markup.ts'
import type { Export } from './exportOf.ts'

/** docs/back-office.md#exports */
export function exportRoutes(app: FastifyInstance, deps: StaffDeps, portal: Guard<PortalCaller>): void {
  const places = new ExportPlaces(deps)
  void app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) =>
      refusalPage(deps.exports, { request, reply, payload }),
    )
    mountFile(scope, contract.exportList, portal, ({ params, query }, caller) =>
      startExport({ ...deps, places }, { ...params, query, member: memberOf(caller) }),
    )
  })
}

const refusal = z.object({ message: z.string() })
const asked = z.object({ list: z.string() })

function refusalPage(
  exports: readonly Export[],
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown },
): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload
  if (request.headers.accept?.includes('text/html') !== true) return payload
  const { message } = z.parse(refusal, JSON.parse(payload))
  const list = asked.safeParse(request.params).data?.list
  const screen = exports.find((one) => one.list === list)?.screen ?? '/staff'
  const [, query] = request.url.split('?')
  const back = `/#${screen}${query ? `?${query}` : ''}`
  reply.type('text/html; charset=utf-8')
  return markup`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Exportar</title></head>
<body><main><h1>Exportar</h1><p>${message}</p><p><a href="${back}">Voltar</a></p></main></body>
</html>`.html
}
