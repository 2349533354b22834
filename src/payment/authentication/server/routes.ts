import type { FastifyInstance } from 'fastify'
import { randomToken } from '#kit/server/secrets.ts'
import { parseJson } from '#kit/text/parseJson.ts'
import { type CookieKeys, sessionHash, resolveSessionId } from '#session/server/cookies.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import {
  authenticationDocument,
  documentPolicy,
  nothingToAuthenticateDocument,
} from './authenticationDocument.ts'
import { openAuthenticationPage } from './openAuthenticationPage.ts'
import { recordPolicyViolation } from './policyViolation.ts'

export function authenticationRoutes(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  app.get<{ Params: { token: string } }>('/payment/:token/authenticate', async (request, reply) => {
    const { token } = request.params
    const hash = sessionHash(resolveSessionId(request, reply, cookies))
    const page = isToken(token)
      ? await openAuthenticationPage(deps, { token, sessionHash: hash, ip: request.ip })
      : null
    const nonce = randomToken()
    const opened = page?.outcome === 'opened' ? page : null
    // Encoding keeps `;` and line ends out of the header.
    const blocked = `/payment/${encodeURIComponent(token)}/authenticate/blocked`
    reply.header('cache-control', 'no-store').header('x-frame-options', 'SAMEORIGIN')
    reply.header('content-security-policy', documentPolicy(nonce, opened, blocked))
    reply.code(page === null ? 404 : 200).type('text/html; charset=utf-8')
    return page === null ? nothingToAuthenticateDocument() : authenticationDocument(nonce, page)
  })
  void app.register(async (own) => violationReportRoute(own, deps, cookies))
}

const isToken = (text: string) => /^[0-9a-f]{32}$/.test(text)

const maxReportBytes = 8_192

function violationReportRoute(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  const text = { parseAs: 'string', bodyLimit: maxReportBytes } as const
  app.addContentTypeParser('application/csp-report', text, (_, body, done) =>
    done(null, typeof body === 'string' ? parseJson(body) : null),
  )
  app.post<{ Params: { token: string } }>('/payment/:token/authenticate/blocked', async (request, reply) => {
    const { token } = request.params
    if (!isToken(token)) return reply.code(404).send()
    const hash = sessionHash(resolveSessionId(request, reply, cookies))
    await recordPolicyViolation(deps, { token, sessionHash: hash, report: request.body })
    return reply.code(204).send()
  })
}
