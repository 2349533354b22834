import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../faults.ts'
import type { KeptCard } from '../ledger/records.ts'
import { makeTwice, turnLater } from '../trouble/afterwards.ts'
import { answerWithFault, type Done } from '../trouble/answering.ts'
import { denied, spoilt } from '../trouble/spoiltSale.ts'
import type { World } from '../world.ts'
import { saleBody, timedOut } from './answer.ts'
import { errorsIn } from './check.ts'
import { apiErrors } from './errors.ts'
import { readLowerJson } from './reading.ts'
import { type CardFields, cardOf, saleRequest } from './request.ts'
import { masked, type Order, sell } from './sell.ts'
import { hidesItsOutcome } from './verdict.ts'

/** src/acquirer/server/cielo/README.md#3-a-sale */
export function saleRoutes(app: FastifyInstance, world: World): void {
  app.post('/1/sales', (request, reply) => postSale(world, request, reply))
}

/** A repeated MerchantOrderId makes another sale, as at Cielo after 24 h. */
async function postSale(world: World, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const order = readOrder(world, request.body)
  if ('errors' in order) return reply.code(400).send(order.errors)
  const now = (fault: Fault | null) => commit(world, order, fault)
  return answerWithFault(world, reply, { met: 'sale', now, late: () => now(null) })
}

function readOrder(world: World, body: unknown): Order | { errors: ReturnType<typeof apiErrors> } {
  const read = saleRequest.safeParse(readLowerJson(body))
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

function commit(world: World, order: Order, fault: Fault | null): Done {
  const sold = spoilt(sell(world, order), fault)
  const tries = fault === 'auto_cancel'
  const sale = tries ? { ...sold, details: { ...sold.details, triesCancellation: true } } : sold
  world.ledger.keepSale(sale)
  if (sale.cardToken !== null && order.card.cardtoken === '') {
    world.ledger.keepCard({ ...order.kept, token: sale.cardToken, customerName: sale.customerName })
  }
  turnLater(world, sale.paymentId, fault)
  makeTwice(world, sale, fault)
  const hiddenBody = saleBody(timedOut(sale), world.urls())
  const hides = tries || (sale.type === 'CreditCard' && hidesItsOutcome(order.kept.maskedNumber))
  const body = hides ? hiddenBody : saleBody(sale, world.urls())
  if (fault === 'sale_refused')
    return { status: 201, body: saleBody(denied(sale), world.urls()), hiddenBody, changed: null }
  const isTold = !hides && sale.pending === null && sale.status !== 0
  return { status: 201, body, hiddenBody, changed: isTold ? sale.paymentId : null }
}
