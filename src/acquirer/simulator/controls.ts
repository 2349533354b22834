import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { notify, type Scene } from './answer.ts'
import { expire } from './change.ts'
import { faultNames } from './faults.ts'
import { errorBody } from './wire.ts'

/** The controls of behaviour.md section 10: ledger, faults, expiry. */
export function controlRoutes(app: FastifyInstance, scene: Scene): void {
  app.get('/_sim/ledger', async () => ({
    sales: scene.book.all().map((sale) => ({
      payment_id: sale.payment_id,
      order_id: sale.order_id,
      type: sale.type,
      amount: sale.amount,
      authorised: sale.authorised,
      captured: sale.captured,
      voided: sale.voided,
      status: sale.status,
      created_at: sale.created_at,
    })),
  }))
  app.post('/_sim/next', async (request, reply) => {
    if (scene.faults.add(request.body)) return { ok: true }
    return reply.status(400).send({ message: `send {fault, times?} with fault one of ${faultNames.join(', ')}` })
  })
  app.delete('/_sim/next', async () => {
    scene.faults.clear()
    return { ok: true }
  })
  app.post('/_sim/expire', async (request, reply) => {
    const parsed = z.object({ payment_id: z.string() }).safeParse(request.body)
    const sale = parsed.success ? scene.book.get(parsed.data.payment_id) : undefined
    if (!sale) return reply.status(404).send({ message: 'no sale with this payment_id' })
    const after = expire(scene.book, sale)
    if ('code' in after) return reply.status(400).send(errorBody(after.code, after.message))
    void notify(scene, after)
    return { ok: true }
  })
}
