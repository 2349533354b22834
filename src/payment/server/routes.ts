import type { FastifyInstance } from 'fastify'
import { readPayer } from '#account/server/flow/readPayer.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Session } from '#session/session.ts'
import { acquirerWebhook, cancelPayment, changeType, pay, readTransaction } from '../contract.ts'
import type { PaymentDeps } from './deps.ts'
import { cancelPayment as cancel } from './flow/cancelPayment.ts'
import { changePaymentType } from './flow/changePaymentType.ts'
import { payByCard } from './flow/payByCard.ts'
import { readPayment } from './flow/readPayment.ts'
import { receiveNotification } from './flow/receiveNotification.ts'
import { returnFromBank } from './flow/returnFromBank.ts'

type Guards = {
  portal: Guard<{ session: Session }>
  outside: Guard<{ headers: Readonly<Record<string, string | undefined>> }>
}

/** The payment calls of spec.md section 7, the bank's return and the acquirer's notification. */
export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps, guards: Guards): void {
  mount(app, readTransaction, guards.portal, async ({ params }) => ({
    data: await readPayment(deps, params.token),
  }))
  mount(app, changeType, guards.portal, async ({ params, body }) => ({
    data: await changePaymentType(deps, params.token, body.payment_type),
  }))
  mount(app, cancelPayment, guards.portal, async ({ params }) => ({ data: await cancel(deps, params.token) }))
  mount(app, pay, guards.portal, async ({ params, body }, { session }) => ({
    data: await payByCard(deps, {
      token: params.token,
      sessionHash: session.hash,
      payer: await readPayer(deps.db, session),
      card: {
        number: body.cardNumber,
        holder: body.cardHolderName,
        expiration: body.cardExpiration,
        cvv: body.cardCvv,
      },
    }),
  }))
  mount(app, acquirerWebhook, guards.outside, async ({ body }, { headers }) => ({
    data: await receiveNotification(deps, headers, body),
  }))
  bankReturnRoutes(app, deps)
}

/** A bank cannot return to a hash route, nor bring our cookie (behaviour.md R11). */
function bankReturnRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  app.route<{ Params: { nonce: string } }>({
    method: ['GET', 'POST'],
    url: '/payment/return/:nonce',
    handler: async (request, reply) => reply.redirect(await returnFromBank(deps, request.params.nonce), 303),
  })
}
