import * as z from 'zod/mini'
import { job } from '#kit/server/jobs/job.ts'
import { refundMail } from '../../receipt/refundMail.ts'
import type { PaymentDeps } from '../deps.ts'
import { keptPayer } from '../reads/keptPayer.ts'
import { attemptById, paymentById } from '../store.ts'

const reachable = z.extend(z.pick(keptPayer, { name: true }), { email: z.string() })

/** Job: tells the payer that money went back. Who gave no e-mail, or whose data is not kept any more, is told nothing. */
export const refundMailJob = job({
  name: 'refund_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ attemptId: z.number(), amountCents: z.number(), ledgerId: z.number() }),
  run: async (deps: PaymentDeps, { attemptId, amountCents, ledgerId }) => {
    const attempt = await attemptById(deps.db, attemptId)
    const payment = await paymentById(deps.db, attempt.payment_id)
    const payer = z.safeParse(reachable, payment.payer)
    if (!payer.success) return
    const { lotName } = await deps.subject.receiptFacts(deps.db, payment)
    const { name: operator } = await deps.operator()
    const mail = refundMail({
      operator,
      name: payer.data.name,
      lotName,
      ticketCode: payment.ticket_code,
      amountCents,
      paymentType: attempt.payment_type,
      cardBrand: attempt.card_brand,
      lastDigits: attempt.card_last_digits,
      portalUrl: deps.publicUrl,
    })
    await deps.mailer.send(`refund-${ledgerId}`, { to: payer.data.email, ...mail })
  },
})
