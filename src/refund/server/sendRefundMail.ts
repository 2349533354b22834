import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import * as z from 'zod/mini'
import { maskedName } from '#account/user.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { reaisText } from '#kit/money.ts'
import { job } from '#kit/server/jobs/job.ts'
import { renderMail } from '#kit/text/renderMail.ts'
import { methodRow } from '#payment/method/method.ts'
import { type Attempt, getAttempt } from '#payment/server/attempt/attempts.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { failedRefundMailKind, refundMailKind } from '#payment/server/ledger/ledger.ts'
import { getPayment } from '#payment/server/store.ts'
import { payer as keptPayer } from '#acquirer/payer.ts'

export const refundMailJob = job({
  ...refundMailKind,
  run: (deps: PaymentDeps, of) =>
    sendMail(deps, of, { key: `refund-${of.ledgerId}`, write: writeRefundMail }),
})

/** The cardholder's bank rejected an announced refund. */
export const failedRefundMailJob = job({
  ...failedRefundMailKind,
  run: (deps: PaymentDeps, of) =>
    sendMail(deps, of, { key: `denied-${of.ledgerId}`, write: writeFailedRefundMail }),
})

type MailText = { label: string; title: string; lines: readonly string[] }

function writeRefundMail(attempt: Attempt, amount: string): MailText {
  const { refundTo, refundText } = methodRow(attempt.payment_type)
  const { card_brand: brand, card_last_digits: digits } = attempt
  const card = digits && `ao cartão ${brandDisplayName(brand ?? '')} final ${digits}`
  return {
    label: 'Devolvido',
    title: `Devolvemos ${amount} ${refundTo}`,
    lines: [
      `O valor volta ${card ? refundText.replace('ao cartão', card.replace(/\s+/g, ' ')) : refundText}`,
      'Se você não esperava esta devolução, fale conosco.',
    ],
  }
}

function writeFailedRefundMail(_: Attempt, amount: string): MailText {
  return {
    label: 'A devolver',
    title: `A devolução de ${amount} ainda não foi feita`,
    lines: [
      'Avisamos que o valor voltaria ao seu cartão, mas o banco do cartão não aceitou a devolução.',
      'O estacionamento já sabe e vai resolver. Se preferir receber de outra forma, fale conosco.',
    ],
  }
}

const payerWithEmail = z.extend(z.pick(keptPayer, { name: true }), { email: z.string() })

type Payload = z.output<typeof refundMailKind.payload>
type RefundMail = { key: string; write: (attempt: Attempt, amount: string) => MailText }

/** Sends nothing without an e-mail, or once the payer's data is deleted. */
async function sendMail(deps: PaymentDeps, { attemptId, amountCents }: Payload, { key, write }: RefundMail) {
  const attempt = await getAttempt(deps.db, attemptId)
  const payment = await getPayment(deps.db, attempt.payment_id)
  const payer = z.safeParse(payerWithEmail, payment.payer)
  if (!payer.success) return
  const { lotName } = await deps.subject.receiptFacts(deps.db, payment)
  const amount = reaisText(amountCents)
  const { label, ...written } = write(attempt, amount)
  const mail = renderMail({
    operator: (await deps.operator()).name,
    name: maskedName(payer.data.name),
    ...written,
    facts: [
      { label: 'Estacionamento', value: lotName },
      { label: 'Ticket', value: formatTicketCode(payment.ticket_code) },
      { label, value: amount },
    ],
    links: [{ label: 'FALE CONOSCO', url: `${deps.publicUrl}/#/contact` }],
  })
  await deps.mailer.send(key, { to: payer.data.email, ...mail })
}
