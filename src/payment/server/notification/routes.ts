import type { FastifyError, FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import {
  acquirerWebhook,
  acquirerWebhookProbe,
  pixWebhook,
  pixWebhookWithoutSuffix,
} from '../../webhook/contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { isPaidOrHeld } from '../../paymentState.ts'
import { findAttemptByNonce } from '../attempt/attempts.ts'
import { getPayment } from '../store.ts'
import { abandonAttempt } from '../settle/abandonAttempt.ts'
import { receiveNotification, storeNotification } from './receiveNotification.ts'
import { queryAndSettle } from '../settle/queryAndSettle.ts'

type OutsideGuard = Guard<{ headers: Readonly<Record<string, string | undefined>> }>

export function notificationRoutes(app: FastifyInstance, deps: PaymentDeps, outside: OutsideGuard): void {
  void app.register(async (own) => acquirerRoutes(own, deps, outside))
  for (const webhook of [pixWebhook, pixWebhookWithoutSuffix])
    mount(app, webhook, outside, async ({ params: { secret }, body }, { headers }) => ({
      data: await receiveNotification(deps, { headers, body, secret }),
    }))
  bankReturnRoutes(app, deps)
}

/** An unreadable body is answered like an unauthentic one (docs/calls.md#payment). */
function acquirerRoutes(app: FastifyInstance, deps: PaymentDeps, outside: OutsideGuard): void {
  const unread = { data: { received: false } }
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (![400, 413, 415].includes(error.statusCode ?? 500)) throw error
    return reply.status(200).send(unread)
  })
  mount(app, acquirerWebhook, outside, async ({ body }, { headers }) => ({
    data: await storeNotification(deps, { headers, body, secret: null }),
  }))
  mount(app, acquirerWebhookProbe, outside, async () => unread)
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
  const attempt = await findAttemptByNonce(deps.db, nonce)
  if (!attempt) return '/'
  try {
    const outcome = await queryAndSettle(deps, attempt, 'bank return')
    if (outcome.outcome === 'pending')
      await abandonAttempt(deps, attempt.id, { actor: 'customer', to: 'created' })
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'bank return could not be settled')
  }
  const payment = await getPayment(deps.db, attempt.payment_id)
  const screen = isPaidOrHeld(payment.state) ? 'done' : 'creditDebitCard'
  return `/#/payment/${payment.token}/${screen}`
}
