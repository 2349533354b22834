import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { wireMoney } from '#kit/money.ts'
import {
  clearSession,
  csrfCookie,
  humanChallenge,
  humanCheck,
  readSession,
  type SessionUser,
} from '../contract.ts'
import { reportClientError } from '../clientErrorContract.ts'
import { isStaffLoginOver } from '../session.ts'
import type { PortalCaller } from './caller.ts'
import { type CookieKeys, sendCsrfCookie, resolveSessionId } from './cookies.ts'
import { recordClientError } from './flow/recordClientError.ts'
import { acceptHumanProof } from './flow/acceptHumanProof.ts'
import type { HumanCheck } from './humanCheck.ts'
import { endSession, extendSession } from './store.ts'
import { deleteGuestData } from './guestData.ts'

export type SessionDeps = {
  db: Db
  clock: Clock
  human: HumanCheck
  cookies: CookieKeys
  production: boolean
  page: () => Promise<{ warningsEnabled: boolean; reserveValueCents: number; reserveMinCents: number }>
  methods: () => Promise<readonly string[]>
  /** True while one of `spare` is being paid. */
  cancelUnpaid: (sessionHash: string, spare: readonly string[]) => Promise<boolean>
  user: (userId: number) => Promise<{ user: SessionUser; roles: string[]; staff: boolean } | null>
  /** Shown outside production and to staff. */
  notices: readonly string[]
}

/** docs/spec.md#session-cookie */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps, portal: Guard<PortalCaller>): void {
  mount(app, csrfCookie, csrfCookieGuard(deps.cookies), async () => undefined)
  mount(app, humanChallenge, portal, async ({ query }) => ({
    data: await deps.human.challenge(query.grade ?? 1),
  }))
  mount(app, humanCheck, portal, async ({ body }, { session }) => {
    if (!(await acceptHumanProof(deps, session, body.code))) throw fail('human_invalid')
    return { data: { is_human: true } }
  })
  mount(app, clearSession, portal, async ({ body }, { session }) => {
    const spare = session.userId === null ? (body.spare ?? []) : []
    const isSpared = await deps.cancelUnpaid(session.hash, spare)
    if (!isSpared) await deleteGuestData(deps.db, sql`${session.hash}`)
    return { data: { cleared: !isSpared } }
  })
  mount(app, reportClientError, portal, async ({ body }, { session }) => {
    await recordClientError({ ...deps, log: app.log }, body, session.hash)
    return undefined
  })
  mount(app, readSession, portal, (_, caller) => describeSession(deps, caller))
}

async function describeSession(
  deps: SessionDeps,
  { session, isHuman, setSessionId }: PortalCaller,
): Promise<ReplyOf<typeof readSession>> {
  const now = deps.clock.now()
  const person = session.userId === null ? null : await deps.user(session.userId)
  const isOver = person?.staff === true && isStaffLoginOver(session, now)
  if (isOver) await endSession(deps.db, session.hash, now)
  const who = isOver ? null : person
  const ended = session.ended || isOver
  if (who && !who.staff) await extendSession(deps.db, session.hash, now)
  if (ended) setSessionId(randomToken())
  const page = await deps.page()
  const { value, valueHuman } = wireMoney(page.reserveValueCents)
  const least = wireMoney(page.reserveMinCents)
  return {
    user: who?.user ?? null,
    user_roles: who?.roles ?? [],
    configs: {
      reserve: { value, valueHuman, valueMin: least.value, valueMinHuman: least.valueHuman },
      methods: [...(await deps.methods())],
    },
    is_human: isHuman,
    env_production: deps.production,
    dev_messages: deps.production && who?.staff !== true ? [] : [...deps.notices],
    warnings_enabled: page.warningsEnabled,
    server_now: isoIn('UTC', now),
    ...(ended ? { status: 400, message: 'Sessão expirada.' } : {}),
  }
}

function csrfCookieGuard(keys: CookieKeys) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    sendCsrfCookie(reply, resolveSessionId(request, reply, keys), keys)
  }
}
