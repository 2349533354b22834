import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { describeUser } from '#account/server/flow/describeUser.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { admit, type People } from '#staff/server/member.ts'
import {
  type CookieKeys,
  csrfMatches,
  sendCsrfCookie,
  sendSessionCookies,
  sessionHash,
  sessionId,
  knownAs,
  remember,
} from '#session/server/cookies.ts'
import { findSession } from '#session/server/flow/findSession.ts'
import { proveHuman } from '#session/server/flow/checkHuman.ts'
import { addressOf } from '#session/server/limits/address.ts'
import { spendHardProof } from '#session/server/store.ts'
import type { HumanCheck } from '#session/server/human.ts'
import { changedText } from '#session/life.ts'
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
  people: People
  build: Pick<ClientBuild, 'admits'>
  callers: Pick<KnownCallers, 'accept'>
}

export async function outsideGuard(request: FastifyRequest) {
  return { headers: textHeaders(request.headers), ip: addressOf(request.ip) }
}

/** Client build, anti-forgery token, session, captcha, and login or staff level, in this order. */
export function portalGuard(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<PortalCaller> => {
    reply.header('cache-control', 'no-store')
    checkApiUser(request, deps.build)
    const id = await sessionId(request, reply, deps.cookies)
    if (endpoint.method !== 'GET' && !csrfMatches(request, id, deps.cookies)) {
      sendCsrfCookie(reply, id, deps.cookies)
      throw fail('csrf')
    }
    const needed = endpoint.access === 'human' || endpoint.access === 'bearer_human'
    const off = deps.human.provider === 'off' || !(await deps.captchaEnabled())
    const session = await sessionOf(deps, sessionHash(id), needed && !off ? sentProof(request.body) : null)
    if ('session_changed' in (endpoint.errors ?? {})) await checkPerson(deps, session, request.body)
    const proven = isHuman(session, deps.clock.now())
    if (proven || session.userId !== null) deps.callers.accept(session.hash)
    const human = off || proven
    if (needed && !human) throw fail('human_required')
    if (endpoint.access === 'customer' && session.userId === null) throw fail('unauthenticated')
    const member = await admit(deps, session, endpoint)
    return {
      session,
      member,
      human,
      ip: addressOf(request.ip),
      proveAgain: off ? async () => 'off' : () => proveAgain(deps, session, sentProof(request.body)),
      marked: request.headers['x-requested-with'] === 'XMLHttpRequest',
      adopt: (id) => sendSessionCookies(reply, id, deps.cookies),
      knownAs: (userId) => knownAs(request, deps.cookies, userId),
      remember: (userId) => remember(request, reply, deps.cookies, userId),
    }
  }
}

async function sessionOf(deps: Deps, hash: string, proof: string | null): Promise<Session> {
  const session = await findSession(deps.db, hash, deps.clock.now())
  if (proof === null || isHuman(session, deps.clock.now())) return session
  // An invalid proof is ignored; the endpoint's own check refuses.
  if (!(await proveHuman(deps, session, proof))) return session
  return findSession(deps.db, hash, deps.clock.now())
}

/** Spends a proof of grade 2, stored or sent. */
async function proveAgain(deps: Deps, session: Session, sent: string | null) {
  if (await spendHardProof(deps.db, session.hash, deps.clock.now())) return 'proven'
  if (sent === null || !(await proveHuman(deps, session, sent))) return 'unproven'
  return (await spendHardProof(deps.db, session.hash, deps.clock.now())) ? 'proven' : 'unproven'
}

const withPerson = z.object({ person: z.number() })

/** docs/spec.md#r26 */
async function checkPerson({ db }: Deps, { userId }: Session, body: unknown): Promise<void> {
  const claimed = withPerson.safeParse(body)
  if (!claimed.success || claimed.data.person === (userId ?? 0)) return
  const user = userId === null ? null : ((await describeUser(db, userId))?.user ?? null)
  const message = changedText(claimed.data.person, user)
  throw fail('session_changed', { data: { user }, message })
}

const withProof = z.object({ recaptcha: z.string().check(z.minLength(1), z.maxLength(8192)) })

/** In the body of login and recovery (docs/calls.md#session). */
function sentProof(body: unknown): string | null {
  const parsed = withProof.safeParse(body)
  return parsed.success ? parsed.data.recaptcha : null
}

/** Scripts send no pair; a wrong pair means an outdated page. */
function checkApiUser(request: FastifyRequest, build: Pick<ClientBuild, 'admits'>): void {
  const id = request.headers['x-api-user-id']
  const token = request.headers['x-api-token']
  if (id === undefined && token === undefined) return
  if (!build.admits(id, token)) throw fail('api_token')
}
