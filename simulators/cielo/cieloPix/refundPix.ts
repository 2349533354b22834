import type { FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Charge, type Devolucao, devolucaoCents, type PixPayment } from '../../pix/ledger/records.ts'
import { bankId } from '../../pix/payCharge.ts'
import { answerWithPixFault } from '../../pix/pixFaults.ts'
import type { PixContext } from '../../pix/pixContext.ts'

const asked = z.object({ amount: z.optional(z.coerce.number().check(z.int(), z.positive())) })

/** PUT .../void of a Pix: accepted at once, done later. There is no id, so a repeat refunds again. */
export function refundPix(
  context: PixContext,
  { charge, query }: { charge: Charge; query: unknown },
  reply: FastifyReply,
): void {
  void answerWithPixFault(context.faults, reply, () => {
    const [paid] = charge.paid
    const rest = paid ? paid.amount - devolucaoCents(paid) : 0
    const amount = asked.safeParse(query).data?.amount ?? rest
    if (!paid || amount <= 0 || amount > rest)
      return { status: 400, body: [{ Code: 309, Message: 'Transaction not available to void' }] }
    const fault = context.faults.take('return')
    if (fault === 'return_denied')
      return { status: 422, body: { Code: 422, Message: 'Error on pix service integration for moneyback' } }
    const id = randomUUID()
    const now = context.clock.now()
    const given: Devolucao = {
      id,
      rtrId: bankId('D', now),
      amount: fault === 'return_other_amount' ? Math.ceil(amount / 2) : amount,
      status: 'EM_PROCESSAMENTO',
      at: now.toISOString(),
    }
    saveDevolucao(context, charge.txid, paid, given)
    context.later.schedule(() => {
      const fresh = context.ledger.charge(charge.txid)
      const now = fresh?.paid[0]
      if (!fresh || !now) return
      saveDevolucao(context, charge.txid, now, { ...given, status: 'DEVOLVIDO' })
      void context.notifier.notify(null, { charge: fresh, paid: now })
    })
    return {
      status: 200,
      body: { Status: 12, ReasonCode: 0, ReturnCode: '0', ReturnMessage: 'Reembolso solicitado' },
    }
  })
}

function saveDevolucao({ ledger }: PixContext, txid: string, paid: PixPayment, given: Devolucao): void {
  const charge = ledger.charge(txid)
  if (!charge) return
  const changed = { ...paid, given: [...paid.given.filter(({ id }) => id !== given.id), given] }
  ledger.saveCharge({ ...charge, paid: [changed, ...charge.paid.slice(1)] })
}
