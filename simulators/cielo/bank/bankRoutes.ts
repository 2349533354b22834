import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { humanMoney } from '#kit/money.ts'
import type { Sale } from '../ledger/records.ts'
import { currentSale } from '../sale/sales.ts'
import { withVerdict } from '../sale/makeSale.ts'
import { notAuthenticated } from '../sale/verdict.ts'
import type { SimulatorContext } from '../context.ts'
import { choicePage, notFoundPage, returnPage } from './bankPages.ts'

const byId = z.object({ id: z.string() })
const choice = z.enum(['authenticated', 'refused', 'abandoned'])

/** The page of `AuthenticationUrl` (src/acquirer/server/cielo/README.md#9-debit). The first choice counts. */
export function bankRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/CardAuthenticator/Index/:id', (request, reply) => {
    const sale = currentSale(context, byId.parse(request.params).id)
    if (!sale?.returnUrl) return html(reply, 404, notFoundPage())
    if (!sale.pending) return html(reply, 200, returnPage(sale.returnUrl, sale.paymentId))
    const amount = `R$ ${humanMoney(sale.amount)}`
    return html(
      reply,
      200,
      choicePage({ amount, card: `${sale.card.brand}, final ${sale.card.maskedNumber.slice(-4)}` }),
    )
  })
  app.post('/CardAuthenticator/Index/:id', async (request, reply) => {
    const sale = currentSale(context, byId.parse(request.params).id)
    if (!sale?.returnUrl) return html(reply, 404, notFoundPage())
    const chosen = choice.safeParse(new URLSearchParams(String(request.body)).get('choice'))
    if (!chosen.success) return html(reply, 400, notFoundPage())
    if (chosen.data !== 'abandoned') await decide(context, sale, chosen.data === 'authenticated')
    return html(reply, 200, returnPage(sale.returnUrl, sale.paymentId))
  })
}

async function decide(context: SimulatorContext, sale: Sale, authenticated: boolean): Promise<void> {
  if (!sale.pending) return
  const verdict = authenticated ? sale.pending : notAuthenticated
  context.ledger.saveSale(withVerdict(sale, verdict, context.clock.now()))
  await context.notifier.notify(sale.paymentId)
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}
