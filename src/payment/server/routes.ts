import type { FastifyInstance } from 'fastify'
import { readPayer, readPixPayer } from '#account/server/flow/readPayer.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { imageType } from '#kit/server/http/codeImage.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { CookieKeys } from '#session/server/cookies.ts'
import { cancelPayment, changeType, pay, readTransaction } from '../contract.ts'
import { pixQr, pixWebhook, pixWebhookTrial } from '../pix/contract.ts'
import { type Method, methods } from '../method.ts'
import type { PaymentDeps } from './deps.ts'
import { cancelPayment as cancel } from './flow/cancelPayment.ts'
import type { Bearer } from './flow/bearer.ts'
import { authenticationRoutes } from './flow/authentication/routes.ts'
import type { Authenticated } from './flow/authentication/finishAuthentication.ts'
import { payElsewhere } from './flow/elsewhere/payElsewhere.ts'
import { changePaymentType } from './flow/changePaymentType.ts'
import { payByCard, type PayRequest } from './flow/payByCard.ts'
import { drawPix } from './flow/pix/drawPix.ts'
import { lookAtCode } from './flow/pix/lookAtCode.ts'
import { readPayment } from './flow/readPayment.ts'
import { notificationRoutes } from './flow/outside/notificationRoutes.ts'
import { receiveNotification } from './flow/outside/receiveNotification.ts'
import { returnFromBank } from './flow/outside/returnFromBank.ts'
import { tellingFresh } from './flow/tellingFresh.ts'
import { meRoutes } from './me/routes.ts'

type Guards = {
  cookies: CookieKeys
  portal: Guard<PortalCaller>
  outside: Guard<{ headers: Readonly<Record<string, string | undefined>> }>
}

/** The payment calls of docs/calls.md#payment, the bank's return and the acquirer's notification. */
export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps, guards: Guards): void {
  const bearer = (params: { token: string }, { session }: PortalCaller) => ({
    token: params.token,
    userId: session.userId,
  })
  mount(app, readTransaction, guards.portal, async ({ params }, caller) => {
    const by = bearer(params, caller)
    const data = await readPayment(deps, by)
    const asked = data.state === 'awaiting_payment' && (await lookAtCode(deps, params.token))
    return { data: asked ? await readPayment(deps, by) : data }
  })
  const drawing: Guard<PortalCaller & { wanted: string }> = async (request, reply, endpoint) => ({
    ...(await guards.portal(request, reply, endpoint)),
    wanted: request.headers.accept ?? '',
  })
  mountFile(app, pixQr, drawing, async ({ params }, caller) => {
    const drawn = await drawPix(deps, bearer(params, caller), imageType(caller.wanted))
    return { type: drawn.type, content: drawn.image }
  })
  mount(app, changeType, guards.portal, async ({ params, body }, caller) => {
    const by = bearer(params, caller)
    return {
      data: await tellingFresh(deps, by, changeType, () => changePaymentType(deps, by, body.payment_type)),
    }
  })
  mount(app, cancelPayment, guards.portal, async ({ params }, caller) => ({
    data: await cancel(deps, bearer(params, caller)),
  }))
  mount(app, pay, guards.portal, async ({ params, body }, caller) => {
    const by = bearer(params, caller)
    return { data: await tellingFresh(deps, by, pay, () => payBy(deps, by, body, caller)) }
  })
  void app.register(async (own) => notificationRoutes(own, deps, guards.outside))
  mount(app, pixWebhook, guards.outside, async ({ params: { secret }, body }, { headers }) => ({
    data: await receiveNotification(deps, { headers, body, secret }),
  }))
  mount(app, pixWebhookTrial, guards.outside, async ({ params: { secret }, body }, { headers }) => ({
    data: await receiveNotification(deps, { headers, body, secret }),
  }))
  bankReturnRoutes(app, deps)
  authenticationRoutes(app, deps, guards.cookies)
  meRoutes(app, deps, guards.portal)
}

/** By a card, or by what is paid elsewhere. */
async function payBy(deps: PaymentDeps, bearer: Bearer, body: BodyOf<typeof pay>, caller: PortalCaller) {
  const { session } = caller
  const by = { ...bearer, sessionHash: session.hash, seenCents: seenIn(body), by: caller }
  if ('method' in body) {
    const payer = await payerFor(body.method)(deps.db, session)
    return payElsewhere(deps, { ...by, payer, method: body.method })
  }
  const payer = await readPayer(deps.db, session)
  return payByCard(deps, { ...by, payer, card: cardOf(body), authenticated: authenticatedIn(body) })
}

const payerFor = (name: Method) => (methods[name].payer === 'name' ? readPixPayer : readPayer)

function seenIn({ value }: BodyOf<typeof pay>): number | null {
  if (value === undefined) return null
  const cents = parseReais(value)
  if (cents === null) throw invalid({ value: ['Valor inválido.'] })
  return cents
}

type CardBody = Exclude<BodyOf<typeof pay>, { method: string }>

/** Nothing is evidence that names no authentication, or not how it went. */
function authenticatedIn({ authentication: told }: CardBody): Authenticated | null {
  if (!told) return null
  const { result, cavv = null, xid = null, eci, version, reference_id: referenceId } = told
  if (!eci || !version || !referenceId) return { result, evidence: null }
  return { result, evidence: { cavv, xid, eci, version, referenceId } }
}

function cardOf(body: CardBody): PayRequest['card'] {
  if (!body.isNewCard) return { source: 'saved', token: body.payMethod_token, cvv: body.cardCvv }
  return {
    source: 'typed',
    number: body.cardNumber,
    cardholder: body.cardHolderName,
    expiration: body.cardExpiration,
    cvv: body.cardCvv,
    save: body.cardSave === true,
    seenType: body.payment_type ?? null,
  }
}

/** A bank cannot return to a hash route, nor bring our cookie (docs/spec.md#r11). */
function bankReturnRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  app.route<{ Params: { nonce: string } }>({
    method: ['GET', 'POST'],
    url: '/payment/return/:nonce',
    handler: async (request, reply) => reply.redirect(await returnFromBank(deps, request.params.nonce), 303),
  })
}
