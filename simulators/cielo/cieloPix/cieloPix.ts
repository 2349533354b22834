import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '#kit/clock.ts'
import type { Scheduler } from '../faultEffects/scheduler.ts'
import { openPixLedger } from '../../pix/ledger/pixLedger.ts'
import type { Charge } from '../../pix/ledger/records.ts'
import { payerRoutes } from '../../pix/page/payerRoutes.ts'
import { pixControlRoutes } from '../../pix/pixControls.ts'
import { answerWithPixFault, createPixFaults, type PixFaultOf } from '../../pix/pixFaults.ts'
import type { PixContext } from '../../pix/pixContext.ts'
import { readLowerJson } from '../sale/fields.ts'
import { refundPix } from './refundPix.ts'
import { pixSaleBody, saleRequest } from './pixSaleBody.ts'

type Options = {
  clock: Clock
  later: Scheduler
  notify: (paymentId: string) => Promise<void>
  dataFile: string | null
  url: () => string
  faultOf?: PixFaultOf
}

const byId = z.object({ id: z.string() })
const byOrder = z.object({ merchantOrderId: z.string() })

/**
 * Pix at Cielo (src/acquirer/server/cielo/README.md#15-pix): the same addresses as cards, a separate ledger,
 * and controls under `/pix/_sim`. Other requests go to the routes of cards.
 */
export function createCieloPix(options: Options): { mount(app: FastifyInstance): void } {
  const context: PixContext = {
    ledger: openPixLedger(options.dataFile),
    clock: options.clock,
    later: options.later,
    faults: createPixFaults(options.faultOf),
    notifier: { notify: (_url, { charge }) => options.notify(charge.txid), close: () => {} },
    orderOf: ({ key }) => key,
    isOwnKey: () => true,
    url: options.url,
  }
  return {
    mount(app) {
      app.addHook('preHandler', (request, reply, done) => {
        const answered = routePix(context, request, reply)
        if (!answered) done()
      })
      void app.register(
        async (pix) => {
          pixControlRoutes(pix, context, { clear: () => {}, issuedCount: () => 0 })
          payerRoutes(pix, context)
        },
        { prefix: '/pix' },
      )
    },
  }
}

/** False when the call is not about a Pix. */
function routePix(context: PixContext, request: FastifyRequest, reply: FastifyReply): boolean {
  const path = request.routeOptions.url ?? ''
  if (path === '/1/sales' && request.method === 'POST') return sell(context, request, reply)
  if (path === '/1/sales' && request.method === 'GET') return list(context, request, reply)
  const id = byId.safeParse(request.params).data?.id.toLowerCase()
  const charge = id === undefined ? undefined : context.ledger.charge(id)
  if (!charge) return false
  if (path === '/1/sales/:id') void reply.send(pixSaleBody(charge, context))
  else if (path === '/1/sales/:id/void') refundPix(context, { charge, query: request.query }, reply)
  else void reply.code(400).send([{ Code: 308, Message: 'Transaction not available to capture' }])
  return true
}

function sell(context: PixContext, { body }: FastifyRequest, reply: FastifyReply): boolean {
  const asked = saleRequest.safeParse(readLowerJson(body))
  if (!asked.success) return false
  const { merchantorderid, customer, payment } = asked.data
  void answerWithPixFault(context.faults, reply, (fault) => {
    if (!payment.amount || !customer?.identity)
      return { status: 400, body: [{ Code: 124, Message: 'Amount and Customer Identity are required' }] }
    const asked = {
      key: merchantorderid,
      amount: payment.amount,
      payerName: customer.name,
      expiryS: payment.qrcode?.expiration ?? 86_400,
    }
    const id = keepCharge(context, asked)
    if (fault === 'sale_twice') keepCharge(context, asked)
    const charge = context.ledger.charge(id)
    return { status: 201, body: charge ? pixSaleBody(charge, context) : {} }
  })
  return true
}

function keepCharge(
  context: PixContext,
  asked: Pick<Charge, 'key' | 'amount' | 'payerName' | 'expiryS'>,
): string {
  const txid = randomUUID()
  const location = `pix.cielo-simulada.invalid/qr/v2/${txid.replaceAll('-', '')}`
  const createdAt = context.clock.now().toISOString()
  context.ledger.saveCharge({ ...asked, txid, location, createdAt, status: 'ATIVA', revision: 0, paid: [] })
  return txid
}

function list(context: PixContext, { query }: FastifyRequest, reply: FastifyReply): boolean {
  const order = byOrder.safeParse(query).data?.merchantOrderId
  const found = context.ledger.charges().filter(({ key }) => key === order)
  if (found.length === 0) return false
  const Payments = found.map(({ txid, createdAt }) => ({
    PaymentId: txid,
    ReceveidDate: createdAt.slice(0, 22),
  }))
  void reply.send({ ReasonCode: 0, ReasonMessage: 'Successful', Payments })
  return true
}
