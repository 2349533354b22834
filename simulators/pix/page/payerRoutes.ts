import type { FastifyInstance } from 'fastify'
import { parseReais } from '#kit/money.ts'
import { payCharge } from '../payCharge.ts'
import type { PixContext } from '../pixContext.ts'
import { payerPage } from './payerPage.ts'

/** `/_sim/`: replaces a bank's app in the demo. */
export function payerRoutes(app: FastifyInstance, context: PixContext): void {
  app.get('/_sim/', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(payerPage(context.ledger.charges().toReversed(), context.clock.now())),
  )
  app.get('/', (_request, reply) => reply.redirect('_sim/', 302))
  app.post('/_sim/', async (request, reply) => {
    const fields = new URLSearchParams(String(request.body))
    const typed = fields.get('amount') ?? ''
    const amount = typed === '' ? null : parseReais(typed)
    await payCharge(context, { txid: fields.get('txid') ?? '', amount: amount === 0 ? null : amount })
    return reply.redirect(request.url, 303)
  })
}
