import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#kit/clock.ts'
import { problem, send } from './problems.ts'
import { readJson } from './readJson.ts'

export type PixClient = { readonly id: string; readonly secret: string; readonly scopes: readonly string[] }

const allScopes = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']

export const demoPixClient: PixClient = { id: 'guiche', secret: 'simulador', scopes: allScopes }

export type TokenStore = { clear(): void; issuedCount(): number }

const lifeS = 3600

/** The scope of each path, for reading and writing. */
const scopeByPath = [
  [/^\/cob(\/|\?|$)/, 'cob'],
  [/^\/pix(\/|\?|$)/, 'pix'],
  [/^\/webhook(\/|\?|$)/, 'webhook'],
] as const

/**
 * OAuth2 with client credentials in the header or the body, and the check of every call. Tokens are in memory
 * only.
 */
export function tokenRoutes(
  app: FastifyInstance,
  { client, clock }: { client: PixClient; clock: Clock },
): TokenStore {
  let given = 0
  const tokens = new Map<string, { until: number; scopes: readonly string[] }>()

  app.post('/oauth/token', (request, reply) => {
    const asked = readTokenRequest(request)
    if (asked.id !== client.id || asked.secret !== client.secret)
      return reply
        .code(401)
        .send({ error: 'invalid_client', error_description: 'client_id ou client_secret inválido' })
    if (asked.grant !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' })
    const wanted = asked.scope === '' ? client.scopes : asked.scope.split(' ')
    const scopes = wanted.filter((scope) => client.scopes.includes(scope))
    const token = randomBytes(24).toString('base64url')
    given += 1
    tokens.set(token, { until: clock.now().getTime() + lifeS * 1000, scopes })
    return { access_token: token, token_type: 'Bearer', expires_in: lifeS, scope: scopes.join(' ') }
  })
  app.addHook('onRequest', async (request, reply) => {
    const noun = scopeByPath.find(([path]) => path.test(request.url))?.[1]
    if (noun === undefined) return
    const token = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!token || token.until < clock.now().getTime()) return reply.code(401).send({ error: 'invalid_token' })
    const scope = `${noun}.${request.method === 'GET' ? 'read' : 'write'}`
    if (!token.scopes.includes(scope)) return send(reply, problem('AcessoNegado', `Falta o escopo ${scope}.`))
    return undefined
  })
  return { clear: () => tokens.clear(), issuedCount: () => given }
}

function readTokenRequest({ headers, body }: FastifyRequest): {
  id: string
  secret: string
  grant: string
  scope: string
} {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [id = '', secret = ''] = basic ? Buffer.from(basic, 'base64').toString().split(':') : []
  const fields = fieldsOf(String(body))
  const read = (name: string) => fields.get(name) ?? ''
  return {
    id: id || read('client_id'),
    secret: secret || read('client_secret'),
    grant: read('grant_type'),
    scope: read('scope'),
  }
}

function fieldsOf(body: string): Map<string, string> {
  const read = z.record(z.string(), z.string()).safeParse(readJson(body))
  return new Map(read.success ? Object.entries(read.data) : new URLSearchParams(body))
}
