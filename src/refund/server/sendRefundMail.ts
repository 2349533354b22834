import { maskedName } from '#account/user.ts'
import * as z from 'zod/mini'
import { job } from '#kit/server/jobs/job.ts'
import { failedRefundMail, refundMail, type Returned } from '../refundMail.ts'
import { failedRefundMailKind, refundMailKind } from '#payment/server/ledger/ledger.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { keptPayer } from '#payment/server/views/keptPayer.ts'
import { attemptById } from '#payment/server/attempt/attempts.ts'
import { paymentById } from '#payment/server/store.ts'

const payerWithEmail = z.extend(z.pick(keptPayer, { name: true }), { email: z.string() })

export const refundMailJob = job({
  ...refundMailKind,
  run: (deps: PaymentDeps, of) => sendMail(deps, of, { key: `refund-${of.ledgerId}`, write: refundMail }),
})

export const failedRefundMailJob = job({
  ...failedRefundMailKind,
  run: (deps: PaymentDeps, of) =>
    sendMail(deps, of, { key: `denied-${of.ledgerId}`, write: failedRefundMail }),
})

type RefundMail = { key: string; write: (of: Returned) => { subject: string; html: string; text: string } }

/** Sends nothing without an e-mail, or once the payer's data is deleted. */
async function sendMail(
  deps: PaymentDeps,
  { attemptId, amountCents }: z.output<typeof refundMailKind.payload>,
  { key, write }: RefundMail,
): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  const payment = await paymentById(deps.db, attempt.payment_id)
  const payer = z.safeParse(payerWithEmail, payment.payer)
  if (!payer.success) return
  const { lotName } = await deps.subject.receiptFacts(deps.db, payment)
  const { name: operator } = await deps.operator()
  const mail = write({
    operator,
    name: maskedName(payer.data.name),
    lotName,
    ticketCode: payment.ticket_code,
    amountCents,
    paymentType: attempt.payment_type,
    cardBrand: attempt.card_brand,
    lastDigits: attempt.card_last_digits,
    portalUrl: deps.publicUrl,
  })
  await deps.mailer.send(key, { to: payer.data.email, ...mail })
}
