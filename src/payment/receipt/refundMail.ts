import { brandName } from '#acquirer/brandName.ts'
import { humanMoney } from '#kit/money.ts'
import { letter } from '#kit/text/letter.ts'

/** The facts of money that went back. */
type Returned = {
  readonly operator: string
  readonly name: string
  readonly lotName: string
  readonly ticketCode: string
  readonly amountCents: number
  readonly cardBrand: string | null
  readonly lastDigits: string | null
  readonly portalUrl: string
}

/** The mail of one refund. */
export function refundMail(of: Returned): { subject: string; html: string; text: string } {
  const amount = `R$\u00a0${humanMoney(of.amountCents)}`
  const card =
    of.lastDigits === null ? 'cartão' : `cartão ${brandName(of.cardBrand ?? '')} final ${of.lastDigits}`
  return letter({
    operator: of.operator,
    name: of.name,
    title: `Devolvemos ${amount} ao seu cartão`,
    lines: [
      `O valor volta ao ${card.replace(/\s+/g, ' ')}. Ele aparece na sua fatura conforme o prazo do banco.`,
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
