import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import {
  type CookieKeys,
  csrfMatches,
  sendCsrfCookie,
  sessionHash,
  sessionId,
} from '#session/server/cookies.ts'
import { findSession } from '#session/server/flow/findSession.ts'
import { isHuman, type Session } from '#session/session.ts'

export type PortalCaller = { session: Session; human: boolean; ip: string }

/** The client build that the page's meta tags name (behaviour.md section 2). */
export type ApiUser = { id: string; token: string }

type Deps = { db: Db; clock: Clock; cookies: CookieKeys; captchaOn: boolean; apiUser: () => ApiUser }

/**
 * Lets the browser in: client build, anti-forgery, session, human check, in this order. Personal and money
 * replies are never stored by anybody on the way.
 */
export function portalGuard(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<PortalCaller> => {
    reply.header('cache-control', 'no-store')
    checkApiUser(request, deps.apiUser())
    const id = sessionId(request, reply, deps.cookies)
    if (endpoint.method !== 'GET' && !csrfMatches(request, id, deps.cookies)) {
      sendCsrfCookie(reply, id, deps.cookies)
      throw fail('csrf')
    }
    const session = await findSession(deps.db, sessionHash(id), deps.clock.now())
    const human = !deps.captchaOn || isHuman(session, deps.clock.now())
    if ((endpoint.access === 'human' || endpoint.access === 'holder_human') && !human)
      throw fail('human_required')
    if (endpoint.access === 'customer' && session.userId === null) throw fail('unauthenticated')
    return { session, human, ip: request.ip }
  }
}

/** A caller without the pair (a script, a test) is let in; a wrong pair is a page of another build. */
function checkApiUser(request: FastifyRequest, expected: ApiUser): void {
  const id = request.headers['x-api-user-id']
  const token = request.headers['x-api-token']
  if (id === undefined && token === undefined) return
  if (id !== expected.id || token !== expected.token) throw fail('api_token')
}
