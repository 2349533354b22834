import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { PixContext } from '../pixContext.ts'
import { problem, send } from './problems.ts'
import { readJson } from './readJson.ts'

const byKey = z.object({ key: z.string() })
const asked = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }) })

/** One webhook address a key. */
export function webhookRoutes(app: FastifyInstance, { ledger, clock, isOwnKey }: PixContext): void {
  app.put('/webhook/:key', (request, reply) => {
    const { key } = byKey.parse(request.params)
    const read = asked.safeParse(readJson(request.body))
    if (!read.success) return send(reply, problem('WebhookOperacaoInvalida', 'webhookUrl é obrigatória.'))
    if (!isOwnKey(key)) return send(reply, problem('WebhookOperacaoInvalida', 'A chave não é desta conta.'))
    ledger.saveWebhook({ key, url: read.data.webhookUrl, createdAt: clock.now().toISOString() })
    return send(reply, { status: 200, body: {} })
  })
  app.get('/webhook/:key', (request, reply) => {
    const webhook = ledger.webhook(byKey.parse(request.params).key)
    if (!webhook) return send(reply, problem('WebhookNaoEncontrado', 'Não há webhook para esta chave.'))
    const { key: chave, url: webhookUrl, createdAt: criacao } = webhook
    return send(reply, { status: 200, body: { webhookUrl, chave, criacao } })
  })
  app.delete('/webhook/:key', (request, reply) => {
    ledger.deleteWebhook(byKey.parse(request.params).key)
    return reply.code(204).send()
  })
}
