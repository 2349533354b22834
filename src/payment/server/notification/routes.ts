import type { FastifyError, FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { acquirerWebhook, acquirerWebhookTried, pixWebhook, pixWebhookTrial } from '../../webhook/contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { isPaidOrHeld } from '../../paymentState.ts'
import { attemptByNonce } from '../attempt/attempts.ts'
import { paymentById } from '../store.ts'
import { abandon } from '../settle/abandon.ts'
import { queryAndSettle } from '../settle/queryAndSettle.ts'
import type { Notification, Notified } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { noticeKey } from './recheck.ts'
import { acquirerEventJob } from './readNotification.ts'

type Outside = Guard<{ headers: Readonly<Record<string, string | undefined>> }>

export function notificationRoutes(app: FastifyInstance, deps: PaymentDeps, outside: Outside): void {
  void app.register(async (own) => acquirerRoutes(own, deps, outside))
  for (const webhook of [pixWebhook, pixWebhookTrial])
    mount(app, webhook, outside, async ({ params: { secret }, body }, { headers }) => ({
      data: await receiveNotification(deps, { headers, body, secret }),
    }))
  bankReturnRoutes(app, deps)
}

/** An unreadable body is answered like an unauthentic one (docs/calls.md#payment). */
function acquirerRoutes(app: FastifyInstance, deps: PaymentDeps, outside: Outside): void {
  const unread = { data: { received: false } }
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (![400, 413, 415].includes(error.statusCode ?? 500)) throw error
    return reply.status(200).send(unread)
  })
  mount(app, acquirerWebhook, outside, async ({ body }, { headers }) => ({
    data: await storeNotification(deps, { headers, body, secret: null }),
  }))
  mount(app, acquirerWebhookTried, outside, async () => unread)
}

/** Banks cannot return to a hash route or send the portal's cookie (docs/spec.md#r11). */
function bankReturnRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const method = ['GET', 'POST']
  app.route<{ Params: { nonce: string } }>({
    method,
    url: '/payment/return/:nonce',
    handler: async (request, reply) => reply.redirect(await returnFromBank(deps, request.params.nonce), 303),
  })
  app.route({ method, url: '/payment/return/*', handler: async (_, reply) => reply.redirect('/', 303) })
}

/** Settles a browser's return from the bank by a query (docs/spec.md#r11). Answers the next path. */
async function returnFromBank(deps: PaymentDeps, nonce: string): Promise<string> {
  const attempt = await attemptByNonce(deps.db, nonce)
  if (!attempt) return '/'
  try {
    const outcome = await queryAndSettle(deps, attempt, 'bank return')
    if (outcome.outcome === 'pending') await abandon(deps, attempt.id, { actor: 'customer', to: 'created' })
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'bank return could not be settled')
  }
  const payment = await paymentById(deps.db, attempt.payment_id)
  const screen = isPaidOrHeld(payment.state) ? 'done' : 'creditDebitCard'
  return `/#/payment/${payment.token}/${screen}`
}

async function receiveNotification(deps: PaymentDeps, notification: Notification) {
  const kept = await storeNotification(deps, notification)
  if (!kept.received) throw fail('not_authentic')
  return kept
}

async function storeNotification(deps: PaymentDeps, notification: Notification) {
  const read = readByAll(deps.acquirers, notification)
  if (read.length === 0) return { received: false }
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    for (const { named, news } of read.flatMap(({ acquirer, references, news }) =>
      references.map((reference) => ({ named: { acquirer, reference }, news })),
    )) {
      const event = await tx
        .insertInto('acquirer_event')
        .values({ ...named, received_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = noticeKey(event.id)
      await enqueue(tx, acquirerEventJob, { ...named, receivedAt: now.toISOString(), news }, { key, now })
    }
  })
  return { received: true }
}

type Read = { acquirer: string } & Notified

/** A company with adapters for cards and Pix does not say which is meant. */
function readByAll({ all }: Acquirers, notification: Notification): Read[] {
  return Object.entries(all).flatMap(([acquirer, { readNotification }]) => {
    const read = readNotification(notification)
    return read ? [{ acquirer, ...read }] : []
  })
}
