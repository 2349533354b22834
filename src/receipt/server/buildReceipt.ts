import { requirePaymentOfUser } from './history.ts'
import { fail } from '#kit/fail.ts'
import { findCapturedAttempt, type Attempt } from '#payment/server/attempt/attempts.ts'
import { isPaid } from '#payment/paymentState.ts'
import * as z from 'zod/mini'
import { canExitAt } from '#parking/exitDeadline.ts'
import { methodRow } from '#payment/method/method.ts'
import { type Receipt, formatReceipt } from '../receipt.ts'
import { payer } from '#acquirer/payer.ts'
import type { ReceiptDeps } from './deps.ts'
import { signedProofOf } from './proof/proofOf.ts'
import type { Payment } from '#payment/server/store.ts'
import type { Db } from '#db/schema.ts'

const payerFields = z.pick(payer, { name: true, email: true })
const linesSchema = z.array(z.object({ text: z.string(), amountCents: z.number() }))

type ReceiptSources = Pick<ReceiptDeps, 'db' | 'subject' | 'operator' | 'publicUrl'>
type MailedReceiptSources = ReceiptSources & Pick<ReceiptDeps, 'clock' | 'receiptKeys'>

/** The receipt and the payer's e-mail. Throws when the payment is not paid. */
export async function buildReceipt(deps: ReceiptSources, payment: Payment, attempt: Attempt) {
  if (payment.paid_at === null) throw new Error(`payment ${payment.id} is not paid`)
  const payer = z.parse(payerFields, payment.payer)
  const facts = await deps.subject.receiptFacts(deps.db, payment)
  const operator = await deps.operator()
  const receipt: Receipt = {
    operatorName: operator.name,
    operatorCnpj: operator.cnpj,
    lotName: facts.lotName,
    ticketCode: payment.ticket_code,
    plate: facts.plate,
    enteredAt: facts.enteredAt,
    paidAt: payment.paid_at,
    exitDeadlineAt: payment.exit_deadline_at,
    dueCents: 0,
    timeZone: payment.time_zone,
    amountCents: payment.amount_cents,
    lines: z.parse(linesSchema, payment.breakdown),
    cardBrand: attempt.card_brand,
    lastDigits: attempt.card_last_digits,
    paymentType: methodRow(attempt.payment_type).wire,
    nsu: attempt.nsu,
    authorisationCode: attempt.authorisation_code,
    endToEndId: attempt.end_to_end_id,
    payerName: payer.name,
    portalUrl: deps.publicUrl,
    proofUrl: null,
    contestUrl: `${deps.publicUrl}/#/payment/${payment.token}/contest`,
  }
  return { receipt, email: payer.email }
}

/** Adds proof and amount owed, and leaves out a past exit deadline (docs/spec.md#r41). */
export async function buildReceiptToMail(deps: MailedReceiptSources, payment: Payment, attempt: Attempt) {
  const now = deps.clock.now()
  const { receipt, email } = await buildReceipt(deps, payment, attempt)
  const { exitDeadlineAt: given } = receipt
  const exitDeadlineAt = given !== null && canExitAt(given, now) ? given : null
  const dueCents = given === null ? await deps.subject.readDue(deps.db, payment, now) : 0
  const proofUrl = signedProofOf(deps, payment)?.url ?? null
  return { receipt: { ...receipt, exitDeadlineAt, dueCents, proofUrl }, email }
}

/** Throws `not_found`, and `receipt_missing` without a capture. */
export async function readOwnReceipt(deps: ReceiptSources, userId: number, token: string) {
  const payment = await requirePaymentOfUser(deps.db, userId, token)
  const attempt = await requirePaidAttempt(deps.db, payment)
  return formatReceipt((await buildReceipt(deps, payment, attempt)).receipt)
}

/** Throws `receipt_missing` without a capture. */
export async function requirePaidAttempt(db: Db, payment: Payment): Promise<Attempt> {
  const attempt = isPaid(payment.state) ? await findCapturedAttempt(db, payment.id) : undefined
  if (!attempt) throw fail('receipt_missing')
  return attempt
}
