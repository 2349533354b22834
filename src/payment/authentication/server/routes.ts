import type { FastifyInstance } from 'fastify'
import { randomToken } from '#kit/server/secrets.ts'
import { type CookieKeys, sessionHash, resolveSessionId } from '#session/server/cookies.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import {
  authenticationDocument,
  documentPolicy,
  nothingToAuthenticateDocument,
} from './authenticationDocument.ts'
import { openAuthenticationPage } from './openAuthenticationPage.ts'
import * as z from 'zod/mini'
import { reportPolicyViolation } from '../../server/ledger/staffAlerts.ts'
import { findPayment } from '../../server/store.ts'
import { findOpenAuthentication } from './openAuthentication.ts'

export function authenticationRoutes(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  app.get<{ Params: { token: string } }>('/payment/:token/authenticate', async (request, reply) => {
    const { token } = request.params
    const hash = sessionHash(await resolveSessionId(request, reply, cookies))
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
    done(null, typeof body === 'string' ? readJson(body) : null),
  )
  app.post<{ Params: { token: string } }>('/payment/:token/authenticate/blocked', async (request, reply) => {
    const { token } = request.params
    if (!isToken(token)) return reply.code(404).send()
    const hash = sessionHash(await resolveSessionId(request, reply, cookies))
    await recordPolicyViolation(deps, { token, sessionHash: hash, report: request.body })
    return reply.code(204).send()
  })
}

type ViolationReport = { token: string; sessionHash: string; report: unknown }

const violationReport = z.object({
  'csp-report': z.object({ 'blocked-uri': z.string(), 'violated-directive': z.string() }),
})

async function recordPolicyViolation(
  deps: PaymentDeps,
  { token, sessionHash, report: body }: ViolationReport,
) {
  const read = z.safeParse(violationReport, body)
  const payment = read.success && (await findPayment(deps.db, token))
  const attempt = payment && (await findOpenAuthentication(deps.db, payment))
  if (!read.success || !attempt || attempt.session_hash !== sessionHash) return
  const { 'blocked-uri': uri, 'violated-directive': directives } = read.data['csp-report']
  const blocked = {
    acquirer: attempt.acquirer,
    host: hostOf(uri),
    directive: /^[a-z-]{1,40}/.exec(directives)?.[0] ?? '?',
  }
  if (await reportPolicyViolation(deps.db, { ...blocked, now: deps.clock.now() }))
    deps.log.warn(blocked, 'a browser says that the policy of the authentication document blocked something')
}

function hostOf(uri: string): string {
  if (URL.canParse(uri) && /^https?:/.test(uri)) return new URL(uri).origin.slice(0, 120)
  return /^[a-z-]{1,20}/.exec(uri)?.[0] ?? '?'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
