import { humanMoney } from '#kit/money.ts'
import { letter } from '#kit/text/letter.ts'
import type { Returned } from './refundMail.ts'

/** Mail about an announced refund that the cardholder's bank rejected. */
export function failedRefundMail(of: Returned): { subject: string; html: string; text: string } {
  const amount = `R$\u00a0${humanMoney(of.amountCents)}`
  return letter({
    operator: of.operator,
    name: of.name,
    title: `A devolução de ${amount} ainda não foi feita`,
    lines: [
      'Avisamos que o valor voltaria ao seu cartão, mas o banco do cartão não aceitou a devolução.',
      'O estacionamento já sabe e vai resolver. Se preferir receber de outra forma, fale conosco.',
    ],
    facts: [
      { label: 'Estacionamento', value: of.lotName },
      { label: 'Ticket', value: of.ticketCode.replace(/^(.{4})(.{4})(.{5})$/, '$1 $2 $3') },
      { label: 'A devolver', value: amount },
    ],
    link: { label: 'FALE CONOSCO', url: `${of.portalUrl}/#/contact` },
  })
}
