import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { describeUser } from '#account/server/flow/describeUser.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { idempotencyKeyOf } from '#kit/server/http/idempotencyKey.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { authorizeStaff, type UserDirectory } from '#staff/server/member.ts'
import {
  type CookieKeys,
  isCsrfTokenValid,
  sendCsrfCookie,
  sendSessionCookies,
  sessionHash,
  resolveSessionId,
  findKnownBrowserId,
  rememberKnownBrowser,
} from '#session/server/cookies.ts'
import { findSession } from '#session/server/flow/findSession.ts'
import { acceptHumanProof } from '#session/server/flow/acceptHumanProof.ts'
import { addressKey } from '#session/server/limits/addressKey.ts'
import { consumeGradeTwoProof } from '#session/server/store.ts'
import type { HumanCheck } from '#session/server/humanCheck.ts'
import { userChangedText } from '#session/sessionCheck.ts'
import { isHuman, type Session } from '#session/session.ts'
import type { ClientBuild } from './page/clientBuild.ts'
import { textHeaders } from './requests/callerOf.ts'
import type { KnownCallers } from './requests/knownCallers.ts'

type Deps = {
  db: Db
  clock: Clock
  cookies: CookieKeys
  human: HumanCheck
  captchaEnabled: () => Promise<boolean>
  people: UserDirectory
  build: Pick<ClientBuild, 'accepts'>
  callers: Pick<KnownCallers, 'accept'>
}

export async function outsideGuard(request: FastifyRequest) {
  return { headers: textHeaders(request.headers), ip: addressKey(request.ip) }
}

/** Client build, anti-forgery token, session, captcha, and login or staff level, in this order. */
export function portalGuard(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<PortalCaller> => {
    reply.header('cache-control', 'no-store')
    assertClientBuild(request, deps.build)
    const id = resolveSessionId(request, reply, deps.cookies)
    if (endpoint.method !== 'GET' && !isCsrfTokenValid(request, id, deps.cookies)) {
      sendCsrfCookie(reply, id, deps.cookies)
      throw fail('csrf')
    }
    const needed = endpoint.access === 'human' || endpoint.access === 'bearer_human'
    const off = deps.human.provider === 'off' || !(await deps.captchaEnabled())
    const session = await loadSessionWithProof(
      deps,
      sessionHash(id),
      needed && !off ? proofInBody(request.body) : null,
    )
    if ('session_changed' in (endpoint.errors ?? {})) await assertSamePerson(deps, session, request.body)
    const proven = isHuman(session, deps.clock.now())
    if (proven || session.userId !== null) deps.callers.accept(session.hash)
    const human = off || proven
    if (needed && !human) throw fail('human_required')
    if (endpoint.access === 'customer' && session.userId === null) throw fail('unauthenticated')
    const member = await authorizeStaff(deps, session, endpoint)
    return {
      session,
      member,
      isHuman: human,
      ip: addressKey(request.ip),
      proveAgain: off ? async () => 'off' : () => proveAgain(deps, session, proofInBody(request.body)),
      idempotencyKey: idempotencyKeyOf(request),
      hasXhrMarker: request.headers['x-requested-with'] === 'XMLHttpRequest',
      setSessionId: (id) => sendSessionCookies(reply, id, deps.cookies),
      knownAs: (userId) => findKnownBrowserId(request, deps.cookies, userId),
      rememberBrowser: (userId) => rememberKnownBrowser(request, reply, deps.cookies, userId),
    }
  }
}

async function loadSessionWithProof(deps: Deps, hash: string, proof: string | null): Promise<Session> {
  const session = await findSession(deps.db, hash, deps.clock.now())
  if (proof === null || isHuman(session, deps.clock.now())) return session
  // An invalid proof is ignored; the endpoint's own check refuses.
  if (!(await acceptHumanProof(deps, session, proof))) return session
  return findSession(deps.db, hash, deps.clock.now())
}

/** Spends a proof of grade 2, stored or sent. */
async function proveAgain(deps: Deps, session: Session, sent: string | null) {
  if (await consumeGradeTwoProof(deps.db, session.hash, deps.clock.now())) return 'proven'
  if (sent === null || !(await acceptHumanProof(deps, session, sent))) return 'unproven'
  return (await consumeGradeTwoProof(deps.db, session.hash, deps.clock.now())) ? 'proven' : 'unproven'
}

const bodyWithPerson = z.object({ person: z.number() })

/** docs/spec.md#r26 */
async function assertSamePerson({ db }: Deps, { userId }: Session, body: unknown): Promise<void> {
  const claimed = bodyWithPerson.safeParse(body)
  if (!claimed.success || claimed.data.person === (userId ?? 0)) return
  const user = userId === null ? null : ((await describeUser(db, userId))?.user ?? null)
  const message = userChangedText(claimed.data.person, user)
  throw fail('session_changed', { data: { user }, message })
}

const bodyWithProof = z.object({ recaptcha: z.string().check(z.minLength(1), z.maxLength(8192)) })

/** Login and recovery may have the proof in their body (docs/calls.md#session). */
function proofInBody(body: unknown): string | null {
  const parsed = bodyWithProof.safeParse(body)
  return parsed.success ? parsed.data.recaptcha : null
}

/** API clients send neither header; a wrong pair of headers means an outdated page. */
function assertClientBuild(request: FastifyRequest, build: Pick<ClientBuild, 'accepts'>): void {
  const id = request.headers['x-api-user-id']
  const token = request.headers['x-api-token']
  if (id === undefined && token === undefined) return
  if (!build.accepts(id, token)) throw fail('api_token')
}
