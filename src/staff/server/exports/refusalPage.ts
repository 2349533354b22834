import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { markup } from '#kit/markup.ts'
import type { Export } from './exportOf.ts'

const refusal = z.object({ message: z.string() })
const asked = z.object({ list: z.string() })

/** The answer to a refused navigation: the refusal's text and a link back to the list. */
export function refusalPage(
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
