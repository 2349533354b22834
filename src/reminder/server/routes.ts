import type { FastifyInstance } from 'fastify'
import { fail } from '#kit/fail.ts'
import { addRoute, type Guard, mount, parseInput } from '#kit/server/http/mount.ts'
import { isForeign } from '#payment/server/bearer.ts'
import { findPaymentById } from '#payment/server/store.ts'
import { readProtocol } from '#payment/texts.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { ReminderDeps } from './deps.ts'
import { forgetReminder, keepReminder } from './flow/keepReminder.ts'

export function reminderRoutes(app: FastifyInstance, deps: ReminderDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.readPushKey, portal, async () => {
    if (deps.push.key === null) throw fail('not_found')
    return { data: { key: deps.push.key.publicKey } }
  })
  mount(app, contract.keepReminder, portal, async ({ params, body }, { session }) => ({
    data: await keepReminder(deps, { token: params.token, userId: session.userId }, body),
  }))
  mount(app, contract.forgetReminder, portal, async ({ params, body }, { session }) => ({
    data: {
      deleted: await forgetReminder(deps, { token: params.token, userId: session.userId }, body.endpoint),
    },
  }))
  addRoute(app, contract.openReminded, portal, async (request, reply, { session }) => {
    const { params } = parseInput(contract.openReminded, request)
    return reply.redirect(await remindedAddress(deps, params.protocol, session), 303)
  })
}

/** The reminder names no token, so only the browser that paid is led to the payment. */
async function remindedAddress({ db }: ReminderDeps, protocol: string, session: Session): Promise<string> {
  const id = readProtocol(protocol)
  const payment = id === null ? undefined : await findPaymentById(db, id)
  if (!payment || isForeign(payment, session)) return '/'
  const isOwn = payment.user_id === null ? payment.session_hash === session.hash : true
  return isOwn ? `/#/payment/${payment.token}/done` : '/'
}
