import type { FastifyInstance } from 'fastify'
import { randomToken } from '#kit/server/secrets.ts'
import { type CookieKeys, sessionHash, sessionId } from '#session/server/cookies.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { authenticationDocument, documentPolicy, nothingDocument } from './document.ts'
import { openDocument } from './openDocument.ts'
import * as z from 'zod/mini'
import { reportBlocked } from '../../server/ledger/staffAlerts.ts'
import { findPayment } from '../../server/store.ts'
import { openAuthentication } from './openAuthentication.ts'

export function authenticationRoutes(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  app.get<{ Params: { token: string } }>('/payment/:token/authenticate', async (request, reply) => {
    const { token } = request.params
    const hash = sessionHash(await sessionId(request, reply, cookies))
    const page = isToken(token)
      ? await openDocument(deps, { token, sessionHash: hash, ip: request.ip })
      : null
    const nonce = randomToken()
    const opened = page?.outcome === 'opened' ? page : null
    // Encoding keeps `;` and line ends out of the header.
    const blocked = `/payment/${encodeURIComponent(token)}/authenticate/blocked`
    reply.header('cache-control', 'no-store').header('x-frame-options', 'SAMEORIGIN')
    reply.header('content-security-policy', documentPolicy(nonce, opened, blocked))
    reply.code(page === null ? 404 : 200).type('text/html; charset=utf-8')
    return page === null ? nothingDocument() : authenticationDocument(nonce, page)
  })
  void app.register(async (own) => blockedRoute(own, deps, cookies))
}

const isToken = (text: string) => /^[0-9a-f]{32}$/.test(text)

const largest = 8_192

function blockedRoute(app: FastifyInstance, deps: PaymentDeps, cookies: CookieKeys): void {
  const text = { parseAs: 'string', bodyLimit: largest } as const
  app.addContentTypeParser('application/csp-report', text, (_, body, done) =>
    done(null, typeof body === 'string' ? readJson(body) : null),
  )
  app.post<{ Params: { token: string } }>('/payment/:token/authenticate/blocked', async (request, reply) => {
    const { token } = request.params
    if (!isToken(token)) return reply.code(404).send()
    const hash = sessionHash(await sessionId(request, reply, cookies))
    await recordBlocked(deps, { token, sessionHash: hash, report: request.body })
    return reply.code(204).send()
  })
}

type Blocked = { token: string; sessionHash: string; report: unknown }

const report = z.object({
  'csp-report': z.object({ 'blocked-uri': z.string(), 'violated-directive': z.string() }),
})

async function recordBlocked(deps: PaymentDeps, { token, sessionHash, report: body }: Blocked) {
  const read = z.safeParse(report, body)
  const payment = read.success && (await findPayment(deps.db, token))
  const attempt = payment && (await openAuthentication(deps.db, payment))
  if (!read.success || !attempt || attempt.session_hash !== sessionHash) return
  const { 'blocked-uri': uri, 'violated-directive': directives } = read.data['csp-report']
  const blocked = {
    acquirer: attempt.acquirer,
    host: hostOf(uri),
    directive: /^[a-z-]{1,40}/.exec(directives)?.[0] ?? '?',
  }
  if (await reportBlocked(deps.db, { ...blocked, now: deps.clock.now() }))
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
