import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { answerQueryWithFault, answerWithFault, type Done } from '../faults.ts'
import type { KeptCard } from '../ledger/records.ts'
import type { World } from '../world.ts'
import { saleBody, timedOut, wireDate } from './answer.ts'
import { errorsIn } from './check.ts'
import { apiErrors } from './errors.ts'
import { readJson } from './reading.ts'
import { type CardFields, cardOf, saleRequest } from './request.ts'
import { saleShown, salesNow, salesOfOrder } from './sales.ts'
import { masked, type Order, sell } from './sell.ts'
import { hidesItsOutcome } from './verdict.ts'

const byId = z.object({ id: z.string() })
const byOrder = z.object({ merchantOrderId: z.string() })

/** Sales and the three ways to look for them (docs/cielo.md#3-a-sale, docs/cielo.md#6-queries). */
export function saleRoutes(app: FastifyInstance, world: World): void {
  app.post('/1/sales', (request, reply) => postSale(world, request, reply))
  app.get('/1/sales/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    const spoilt = answerQueryWithFault(world.faults, reply)
    if (spoilt) return spoilt
    const sale = saleShown(world, id)
    return sale ? saleBody(sale, world.url()) : notFound(reply)
  })
  app.get('/1/sales/acquirerTid/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    const sale = salesNow(world).find(({ tid }) => tid === id)
    return sale ? saleBody(sale, world.url()) : notFound(reply)
  })
  app.get('/1/sales', (request, reply) => {
    const query = byOrder.safeParse(request.query)
    const spoilt = answerQueryWithFault(world.faults, reply)
    if (spoilt) return spoilt
    const all = query.success ? salesOfOrder(world, query.data.merchantOrderId) : []
    const sales = all.filter(({ paymentId }) => saleShown(world, paymentId))
    if (sales.length === 0) return notFound(reply)
    // `ReceveidDate` is how Cielo spells it.
    const found = sales.map((sale) => ({ PaymentId: sale.paymentId, ReceveidDate: wireDate(sale.createdAt) }))
    return { ReasonCode: 0, ReasonMessage: 'Successful', Payments: found }
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send('')
}

/** A MerchantOrderId may come again: each POST is a sale of its own, as at Cielo after 24 h. */
async function postSale(world: World, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const order = readOrder(world, request.body)
  if ('errors' in order) return reply.code(400).send(order.errors)
  return answerWithFault(world, reply, () => commit(world, order))
}

function readOrder(world: World, body: unknown): Order | { errors: ReturnType<typeof apiErrors> } {
  const read = saleRequest.safeParse(readJson(body))
  if (!read.success) return { errors: apiErrors(184) }
  const errors = errorsIn(read.data, world.clock.now())
  const { payment } = read.data
  const card = payment && cardOf(payment)
  if (errors.length > 0 || !payment || !card) return { errors: apiErrors(...errors) }
  const kept = keptCard(world, card)
  return kept ? { request: read.data, payment, card, kept } : { errors: apiErrors(130) }
}

function keptCard(world: World, card: CardFields): KeptCard | null {
  if (card.cardtoken !== '') return world.ledger.card(card.cardtoken) ?? null
  const { holder, expirationdate: expiration, brand } = card
  return { maskedNumber: masked(card.cardnumber), holder, expiration, brand }
}

function commit(world: World, order: Order): Done {
  const sale = sell(world, order)
  world.ledger.keepSale(sale)
  if (sale.cardToken !== null && order.card.cardtoken === '') {
    world.ledger.keepCard({ ...order.kept, token: sale.cardToken, customerName: sale.customerName })
  }
  const hiddenBody = saleBody(timedOut(sale), world.url())
  const hides = sale.type === 'CreditCard' && hidesItsOutcome(order.kept.maskedNumber)
  const body = hides ? hiddenBody : saleBody(sale, world.url())
  return { status: 201, body, hiddenBody, changed: hides || sale.pending !== null ? null : sale.paymentId }
}
