import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { TokenStore } from './api/tokens.ts'
import { isExpired, payCharge } from './payCharge.ts'
import { pixFaultNames } from './pixFaults.ts'
import type { PixContext } from './pixContext.ts'
import { readJson } from './api/readJson.ts'
import type { Charge } from './ledger/records.ts'

const next = z.object({
  fault: z.enum(pixFaultNames),
  times: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
})
const payment = z.object({ txid: z.string(), amount: z.optional(z.int().check(z.positive())) })

/**
 * `/_sim`: controls for tests and the demo (src/acquirer/server/pix/README.md#the-simulator). Amounts in
 * centavos.
 */
export function pixControlRoutes(app: FastifyInstance, context: PixContext, tokens: TokenStore): void {
  app.get('/_sim/ledger', () => ({
    charges: context.ledger.charges().map((charge) => ledgerRow(charge, context)),
  }))
  app.post('/_sim/pay', async (request, reply) => {
    const read = payment.safeParse(readJson(request.body))
    if (!read.success) return reply.code(400).send({ message: 'send {"txid": "...", "amount"?: centavos}' })
    const { txid, amount = null } = read.data
    const paid = await payCharge(context, { txid, amount })
    if (!paid) return reply.code(404).send({ message: 'no such txid' })
    return { e2eid: paid.e2eid, amount: paid.amount, at: paid.at }
  })
  app.post('/_sim/next', (request, reply) => {
    const read = next.safeParse(readJson(request.body))
    if (!read.success) {
      const names = pixFaultNames.join(', ')
      return reply.code(400).send({ message: `send {"fault": one of ${names}, "times"?: 1 to 1000}` })
    }
    context.faults.add(read.data.fault, read.data.times)
    return reply.code(200).send(read.data)
  })
  app.delete('/_sim/next', (_request, reply) => {
    context.faults.clear()
    return reply.code(204).send()
  })
  app.get('/_sim/tokens', () => ({ given: tokens.issuedCount() }))
  app.delete('/_sim/tokens', (_request, reply) => {
    tokens.clear()
    return reply.code(204).send()
  })
}

function ledgerRow(charge: Charge, { clock, orderOf }: PixContext) {
  const { txid, amount, status, paid } = charge
  return {
    open: status === 'ATIVA' && !isExpired(charge, clock.now()),
    txid,
    order: orderOf(charge),
    amount,
    status,
    paid: paid.map(({ e2eid, amount, at }) => ({ e2eid, amount, at })),
    returned: paid
      .flatMap(({ given }) => given)
      .reduce((sum, { amount, status }) => sum + (status === 'DEVOLVIDO' ? amount : 0), 0),
  }
}
