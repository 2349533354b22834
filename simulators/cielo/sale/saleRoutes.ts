import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../faults.ts'
import type { StoredCard } from '../ledger/records.ts'
import { makeDuplicateSale, scheduleEvent } from '../faultEffects/laterEvents.ts'
import { answerWithFault, type CallResult } from '../faultEffects/answerWithFault.ts'
import { deniedSale, withSaleFault } from '../faultEffects/failedSale.ts'
import type { SimulatorContext } from '../context.ts'
import { saleBody, asTimedOut } from './saleBody.ts'
import { validationErrors } from './validate.ts'
import { apiErrors } from './errors.ts'
import { readLowerJson } from './fields.ts'
import { type CardFields, cardOf, saleRequest } from './request.ts'
import { maskCardNumber, type ValidOrder, makeSale } from './makeSale.ts'
import { isOutcomeHidden } from './verdict.ts'

/** src/acquirer/server/cielo/README.md#3-a-sale */
export function saleRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.post('/1/sales', (request, reply) => postSale(context, request, reply))
}

/** A repeated MerchantOrderId makes another sale, as at Cielo after 24 h. */
async function postSale(
  context: SimulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const order = readOrder(context, request.body)
  if ('errors' in order) return reply.code(400).send(order.errors)
  const now = (fault: Fault | null) => commit(context, order, fault)
  return answerWithFault(context, reply, { point: 'sale', now, late: () => now(null) })
}

function readOrder(
  context: SimulatorContext,
  body: unknown,
): ValidOrder | { errors: ReturnType<typeof apiErrors> } {
  const read = saleRequest.safeParse(readLowerJson(body))
  if (!read.success) return { errors: apiErrors(184) }
  const errors = validationErrors(read.data, context.clock.now())
  const { payment } = read.data
  const card = payment && cardOf(payment)
  if (errors.length > 0 || !payment || !card) return { errors: apiErrors(...errors) }
  const kept = keptCard(context, card)
  return kept ? { request: read.data, payment, card, kept } : { errors: apiErrors(130) }
}

function keptCard(context: SimulatorContext, card: CardFields): StoredCard | null {
  if (card.cardtoken !== '') return context.ledger.card(card.cardtoken) ?? null
  const { holder, expirationdate: expiration, brand } = card
  return { maskedNumber: maskCardNumber(card.cardnumber), holder, expiration, brand }
}

function commit(context: SimulatorContext, order: ValidOrder, fault: Fault | null): CallResult {
  const sold = withSaleFault(makeSale(context, order), fault)
  const tries = fault === 'auto_cancel'
  const sale = tries ? { ...sold, details: { ...sold.details, triesCancellation: true } } : sold
  context.ledger.saveSale(sale)
  if (sale.cardToken !== null && order.card.cardtoken === '') {
    context.ledger.saveCard({ ...order.kept, token: sale.cardToken, customerName: sale.customerName })
  }
  scheduleEvent(context, sale.paymentId, fault)
  makeDuplicateSale(context, sale, fault)
  const hiddenBody = saleBody(asTimedOut(sale), context.urls())
  const hides = tries || (sale.type === 'CreditCard' && isOutcomeHidden(order.kept.maskedNumber))
  const body = hides ? hiddenBody : saleBody(sale, context.urls())
  if (fault === 'sale_refused')
    return { status: 201, body: saleBody(deniedSale(sale), context.urls()), hiddenBody, changed: null }
  const notifies = !hides && sale.pending === null && sale.status !== 0
  return { status: 201, body, hiddenBody, changed: notifies ? sale.paymentId : null }
}
