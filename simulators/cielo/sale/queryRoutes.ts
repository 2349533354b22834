import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { isGuid } from '../merchant.ts'
import { answerQueryWithFault } from '../faultEffects/answerWithFault.ts'
import { listDate } from '../wireDate.ts'
import type { SimulatorContext } from '../context.ts'
import { queriedBody } from './saleBody.ts'
import { apiErrors } from './errors.ts'
import { queriedSale, currentSales, salesOfOrder } from './sales.ts'

const byId = z.object({ id: z.string() })
const byOrder = z.object({ merchantOrderId: z.string() })

/** src/acquirer/server/cielo/README.md#6-queries */
export function queryRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/1/sales/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    const fault = context.faults.take('query')
    const spoilt = answerQueryWithFault(fault, reply)
    if (spoilt) return spoilt
    if (!isGuid(id)) return reply.code(400).send(apiErrors(307))
    const sale = queriedSale(context, id)
    if (!sale) return notFound(reply)
    const shown = fault === 'query_untold' ? { ...sale, voidedAt: null } : sale
    return queriedBody(shown, context.urls())
  })
  app.get('/1/sales/acquirerTid/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    const sale = currentSales(context).find(({ tid }) => tid === id)
    return sale ? queriedBody(sale, context.urls()) : notFound(reply)
  })
  app.get('/1/sales', (request, reply) => {
    const query = byOrder.safeParse(request.query)
    const spoilt = answerQueryWithFault(context.faults.take('query'), reply)
    if (spoilt) return spoilt
    const all = query.success ? salesOfOrder(context, query.data.merchantOrderId) : []
    const sales = all.filter(({ paymentId }) => queriedSale(context, paymentId))
    if (sales.length === 0) return notFound(reply)
    // `ReceveidDate` is Cielo's spelling.
    const found = sales.map((sale) => ({ PaymentId: sale.paymentId, ReceveidDate: listDate(sale.createdAt) }))
    return { ReasonCode: 0, ReasonMessage: 'Successful', Payments: found }
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send('')
}
