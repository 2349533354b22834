import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { wireMoney } from '#kit/money.ts'
import { clearSession, csrfCookie, humanChallenge, humanCheck, readSession } from '../contract.ts'
import type { Session } from '../session.ts'
import { type CookieKeys, sendCsrfCookie, sessionId } from './cookies.ts'
import { checkHuman } from './flow/checkHuman.ts'
import { forgetGuest } from './guest.ts'
import type { HumanCheck } from './human.ts'

export type SessionDeps = {
  db: Db
  clock: Clock
  human: HumanCheck
  cookies: CookieKeys
  production: boolean
  page: () => Promise<{ warningsEnabled: boolean; reserveValueCents: number; reserveMinCents: number }>
  /** What else ends with the guest's flow: payment cancels what was never tried. */
  onClear: (sessionHash: string) => Promise<void>
  /** Notices for developers, shown outside production only. */
  notices: readonly string[]
}

/** Session, anti-forgery and human check (behaviour.md sections 2 and 3). */
export function sessionRoutes(
  app: FastifyInstance,
  deps: SessionDeps,
  portal: Guard<{ session: Session; human: boolean }>,
): void {
  mount(app, csrfCookie, freshCookie(deps.cookies), async () => undefined)
  mount(app, humanChallenge, portal, async () => ({ data: await deps.human.challenge() }))
  mount(app, humanCheck, portal, async ({ body }, { session }) => ({
    data: await checkHuman(deps, session, body.code),
  }))
  mount(app, clearSession, portal, async (_, { session }) => {
    await forgetGuest(deps.db, session)
    await deps.onClear(session.hash)
    return { data: { cleared: true } }
  })
  mount(app, readSession, portal, async (_, { human }) => {
    const page = await deps.page()
    const { value, valueHuman } = wireMoney(page.reserveValueCents)
    const least = wireMoney(page.reserveMinCents)
    return {
      user: null,
      user_roles: [],
      configs: { reserve: { value, valueHuman, valueMin: least.value, valueMinHuman: least.valueHuman } },
      is_human: human,
      env_production: deps.production,
      dev_messages: deps.production ? [] : [...deps.notices],
      warnings_enabled: page.warningsEnabled,
      server_now: isoIn('UTC', deps.clock.now()),
    }
  })
}

function freshCookie(keys: CookieKeys) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    sendCsrfCookie(reply, sessionId(request, reply, keys), keys)
  }
}
