import type { FastifyInstance } from 'fastify'
import { randomToken } from '#kit/server/secrets.ts'
import { type CookieKeys, sessionHash, sessionId } from '#session/server/cookies.ts'
import type { PaymentDeps } from '../../deps.ts'
import { authenticationDocument, documentPolicy, nothingDocument } from './document.ts'
import { openDocument } from './openDocument.ts'

/** `/payment/{token}/authenticate`: the document in which the acquirer's script runs, for who pays in this session. */
export function authenticationRoutes(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  app.get<{ Params: { token: string } }>('/payment/:token/authenticate', async (request, reply) => {
    const hash = sessionHash(sessionId(request, reply, cookies))
    const page = await openDocument(deps, { token: request.params.token, sessionHash: hash, ip: request.ip })
    const nonce = randomToken()
    const script = page?.outcome === 'opened' ? page.script : null
    reply.header('cache-control', 'no-store').header('x-frame-options', 'SAMEORIGIN')
    reply.header('content-security-policy', documentPolicy(nonce, script))
    reply.code(page === null ? 404 : 200).type('text/html; charset=utf-8')
    return page === null ? nothingDocument() : authenticationDocument(nonce, page)
  })
}
