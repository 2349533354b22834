import { brandName } from '#acquirer/brands.ts'
import { humanMoney } from '#kit/money.ts'
import { letter } from '#kit/text/letter.ts'
import { methodRow } from '#payment/method/method.ts'

export type Returned = {
  readonly operator: string
  readonly name: string
  readonly lotName: string
  readonly ticketCode: string
  readonly amountCents: number
  readonly paymentType: number
  readonly cardBrand: string | null
  readonly lastDigits: string | null
  readonly portalUrl: string
}

/** Mail about one refund. */
export function refundMail(of: Returned): { subject: string; html: string; text: string } {
  const amount = `R$\u00a0${humanMoney(of.amountCents)}`
  const { refundTo, refundText } = methodRow(of.paymentType)
  const card = of.lastDigits && `ao cartão ${brandName(of.cardBrand ?? '')} final ${of.lastDigits}`
  return letter({
    operator: of.operator,
    name: of.name,
    title: `Devolvemos ${amount} ${refundTo}`,
    lines: [
      `O valor volta ${card ? refundText.replace('ao cartão', card.replace(/\s+/g, ' ')) : refundText}`,
      'Se você não esperava esta devolução, fale conosco.',
    ],
    facts: [
      { label: 'Estacionamento', value: of.lotName },
      { label: 'Ticket', value: of.ticketCode.replace(/^(.{4})(.{4})(.{5})$/, '$1 $2 $3') },
      { label: 'Devolvido', value: amount },
    ],
    link: { label: 'FALE CONOSCO', url: `${of.portalUrl}/#/contact` },
  })
}

/** The cardholder's bank rejected an announced refund. */
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
