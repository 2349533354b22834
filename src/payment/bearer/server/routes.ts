import type { FastifyInstance } from 'fastify'
import { readPayer, readPixPayer } from '#account/server/flow/payer.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { cancelPayment, changeType, pay, readCalendar, readTransaction } from '../../contract.ts'
import { type Method, methods } from '../../method/method.ts'
import { recheckCode } from '../../pix/server/recheckStayCodes.ts'
import { payByPix } from '../../pix/server/payByPix.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Bearer } from '../../server/bearer.ts'
import { calendarName, calendarType } from '../../local/reminderFile.ts'
import { readCalendar as readCalendarOf } from '../../server/flow/readCalendar.ts'
import { readPayment, withFreshTransaction } from '../../server/flow/readPayment.ts'
import { cancelPayment as cancel } from './cancelPayment.ts'
import { changePaymentType } from './changePaymentType.ts'
import type { AuthenticationReport } from '../../card/server/finishAuthentication.ts'
import { payByCard, type PayRequest } from '../../card/server/payByCard.ts'

export function bearerRoutes(app: FastifyInstance, deps: PaymentDeps, portal: Guard<PortalCaller>): void {
  const bearer = (params: { token: string }, { session }: PortalCaller) => ({
    token: params.token,
    userId: session.userId,
  })
  mount(app, readTransaction, portal, async ({ params }, caller) => {
    const by = bearer(params, caller)
    const data = await readPayment(deps, by)
    const isRechecked = data.state === 'awaiting_payment' && (await recheckCode(deps, params.token))
    return { data: isRechecked ? await readPayment(deps, by) : data }
  })
  mountFile(app, readCalendar, portal, async ({ params }, caller) => ({
    type: calendarType,
    name: calendarName,
    content: await readCalendarOf(deps, bearer(params, caller)),
  }))
  mount(app, changeType, portal, async ({ params, body }, caller) => {
    const by = bearer(params, caller)
    return {
      data: await withFreshTransaction(deps, by, changeType, () =>
        changePaymentType(deps, by, body.payment_type),
      ),
    }
  })
  mount(app, cancelPayment, portal, async ({ params }, caller) => ({
    data: await cancel(deps, bearer(params, caller)),
  }))
  mount(app, pay, portal, async ({ params, body }, caller) => {
    const by = bearer(params, caller)
    return { data: await withFreshTransaction(deps, by, pay, () => payByMethod(deps, by, body, caller)) }
  })
}

async function payByMethod(
  deps: PaymentDeps,
  bearer: Bearer,
  body: BodyOf<typeof pay>,
  caller: PortalCaller,
) {
  const { session } = caller
  const by = { ...bearer, sessionHash: session.hash, seenCents: readSeenCents(body), by: caller }
  if ('method' in body) {
    const read = payerReaderFor(body.method)
    const payerOf = (code: string) => read(deps.db, session, code)
    return payByPix(deps, { ...by, payerOf, method: body.method })
  }
  const payerOf = (code: string) => readPayer(deps.db, session, code)
  return payByCard(deps, { ...by, payerOf, card: readCard(body), authenticated: readAuthentication(body) })
}

const payerReaderFor = (name: Method) => (methods[name].payer === 'name' ? readPixPayer : readPayer)

function readSeenCents({ value }: BodyOf<typeof pay>): number | null {
  if (value === undefined) return null
  const cents = parseReais(value)
  if (cents === null) throw invalid({ value: ['Valor inválido.'] })
  return cents
}

type CardBody = Exclude<BodyOf<typeof pay>, { method: string }>

function readAuthentication({ authentication }: CardBody): AuthenticationReport | null {
  if (!authentication) return null
  const { result, cavv = null, xid = null, eci, version, reference_id: referenceId } = authentication
  if (!eci || !version || !referenceId) return { result, evidence: null }
  return { result, evidence: { cavv, xid, eci, version, referenceId } }
}

function readCard(body: CardBody): PayRequest['card'] {
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
