import { readJson } from '../pix/api/readJson.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { faultNames } from './faults.ts'
import type { Sale } from './ledger/records.ts'
import { expired } from './sale/change.ts'
import { currentSale, currentSales } from './sale/sales.ts'
import { dispute } from './faultEffects/laterEvents.ts'
import type { SimulatorContext } from './context.ts'

const next = z.object({
  fault: z.enum(faultNames),
  times: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
})
const named = z.object({ payment_id: z.string() })

/** `/_sim`: controls for tests and the demo (src/acquirer/README.md#the-simulator). */
export function controlRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/_sim/ledger', () => ({ sales: currentSales(context).map(ledgerRow) }))
  app.post('/_sim/next', (request, reply) => {
    const read = next.safeParse(readJson(request.body))
    if (!read.success) {
      return reply
        .code(400)
        .send({ message: `send {"fault": one of ${faultNames.join(', ')}, "times"?: 1 to 1000}` })
    }
    context.faults.add(read.data.fault, read.data.times)
    return reply.code(200).send(read.data)
  })
  app.delete('/_sim/next', (_request, reply) => {
    context.faults.clear()
    return reply.code(204).send()
  })
  app.post('/_sim/dispute', (request, reply) => {
    const read = named.safeParse(readJson(request.body))
    const sale = read.success ? currentSale(context, read.data.payment_id) : undefined
    if (!sale) return reply.code(404).send({ message: 'no such payment_id' })
    dispute(context, sale)
    return ledgerRow(sale)
  })
  app.post('/_sim/expire', async (request, reply) => {
    const read = named.safeParse(readJson(request.body))
    if (!read.success) return reply.code(400).send({ message: 'send {"payment_id": "..."}' })
    const sale = currentSale(context, read.data.payment_id)
    if (!sale) return reply.code(404).send({ message: 'no such payment_id' })
    if (sale.status !== 1)
      return reply.code(409).send({ message: `status is ${sale.status}, only 1 can expire` })
    context.ledger.saveSale(expired(sale))
    await context.notifier.notify(sale.paymentId)
    return ledgerRow(expired(sale))
  })
}

function ledgerRow(sale: Sale) {
  return {
    payment_id: sale.paymentId,
    order_id: sale.orderId,
    type: sale.type,
    amount: sale.amount,
    authorised: sale.authorised,
    captured: sale.captured,
    voided: sale.voided,
    status: sale.status,
    created_at: sale.createdAt,
  }
}
