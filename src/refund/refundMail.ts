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

type RefundMail = ReturnType<typeof letter>

/** Mail about one refund. */
export function refundMail(of: Returned): RefundMail {
  const { refundTo, refundText } = methodRow(of.paymentType)
  const card = of.lastDigits && `ao cartão ${brandName(of.cardBrand ?? '')} final ${of.lastDigits}`
  return mailOf(of, 'Devolvido', `Devolvemos ${amountOf(of)} ${refundTo}`, [
    `O valor volta ${card ? refundText.replace('ao cartão', card.replace(/\s+/g, ' ')) : refundText}`,
    'Se você não esperava esta devolução, fale conosco.',
  ])
}

/** The cardholder's bank rejected an announced refund. */
export function failedRefundMail(of: Returned): RefundMail {
  return mailOf(of, 'A devolver', `A devolução de ${amountOf(of)} ainda não foi feita`, [
    'Avisamos que o valor voltaria ao seu cartão, mas o banco do cartão não aceitou a devolução.',
    'O estacionamento já sabe e vai resolver. Se preferir receber de outra forma, fale conosco.',
  ])
}

function mailOf(of: Returned, label: string, title: string, lines: readonly string[]): RefundMail {
  return letter({
    operator: of.operator,
    name: of.name,
    title,
    lines,
    facts: [
      { label: 'Estacionamento', value: of.lotName },
      { label: 'Ticket', value: of.ticketCode.replace(/^(.{4})(.{4})(.{5})$/, '$1 $2 $3') },
      { label, value: amountOf(of) },
    ],
    link: { label: 'FALE CONOSCO', url: `${of.portalUrl}/#/contact` },
  })
}

const amountOf = ({ amountCents }: Returned) => `R$\u00a0${humanMoney(amountCents)}`
