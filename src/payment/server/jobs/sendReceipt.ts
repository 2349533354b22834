import * as z from 'zod/mini'
import { receiptMail } from '../../receipt.ts'
import type { PaymentDeps } from '../deps.ts'
import { attemptById, paymentById } from '../store.ts'

const payloadSchema = z.object({ paymentId: z.number(), attemptId: z.number() })
const payerSchema = z.object({ name: z.string(), email: z.string() })
const linesSchema = z.array(z.object({ text: z.string(), amountCents: z.number() }))

/**
 * Job: mails the receipt of one capture. Runs after the payment's commit; the key of the mail makes a
 * repeat after a crash the same mail.
 */
export async function sendReceipt(deps: PaymentDeps, payload: unknown): Promise<void> {
  const { paymentId, attemptId } = z.parse(payloadSchema, payload)
  const payment = await paymentById(deps.db, paymentId)
  const attempt = await attemptById(deps.db, attemptId)
  if (payment.paid_at === null || payment.exit_deadline_at === null)
    throw new Error(`payment ${paymentId} is not paid`)
  const payer = z.parse(payerSchema, payment.payer)
  const facts = await deps.subject.receiptFacts(deps.db, payment)
  const operator = await deps.operator()

  const mail = receiptMail({
    operatorName: operator.name,
    operatorCnpj: operator.cnpj,
    lotName: facts.lotName,
    ticketCode: payment.ticket_code,
    plate: facts.plate,
    enteredAt: facts.enteredAt,
    paidAt: payment.paid_at,
    exitDeadlineAt: payment.exit_deadline_at,
    timeZone: payment.time_zone,
    amountCents: payment.amount_cents,
    lines: z.parse(linesSchema, payment.breakdown),
    cardBrand: attempt.card_brand,
    lastDigits: attempt.card_last_digits,
    paymentType: attempt.payment_type === 1 ? 1 : 2,
    nsu: attempt.nsu,
    authorisationCode: attempt.authorisation_code,
    payerName: payer.name,
    portalUrl: deps.publicUrl,
  })
  await deps.mailer.send(`receipt-${attemptId}`, { to: payer.email, ...mail })
}
