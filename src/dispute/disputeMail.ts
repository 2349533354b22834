import { groupCode } from '#checkout/groupCode.ts'
import { markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import { instantFormat } from '#kit/text/formats.ts'
import { type DisputeKind, disputeKinds } from './states.ts'

type Mailed = {
  readonly kind: DisputeKind
  readonly amountCents: number
  readonly ticketCode: string
  readonly lot: string | null
  readonly deadlineAt: Date | null
  readonly timeZone: string
  readonly url: string
}

const dayText = instantFormat('pt-BR', { dateStyle: 'short' })

/** The mail to the operator about a new dispute. */
export function disputeMail(dispute: Mailed): { subject: string; text: string; html: string } {
  const { kind, amountCents, ticketCode, lot, deadlineAt, timeZone, url } = dispute
  const amount = `R$ ${humanMoney(amountCents)}`
  const facts = `Ticket ${groupCode(ticketCode)}${lot === null ? '' : `, ${lot}`}: ${amount}.`
  const deadline =
    deadlineAt === null
      ? 'Responda no site do banco o quanto antes.'
      : `Responda no site da adquirente até ${dayText(deadlineAt, timeZone)}. Sem resposta, ela conta como perdida.`
  const lines = [`${disputeKinds[kind]}.`, facts, deadline]
  return {
    subject: `${disputeKinds[kind]}: ${amount}`,
    text: [...lines, url].join('\n\n'),
    html: [
      ...lines.map((line) => markup`<p>${line}</p>`.html),
      markup`<p><a href="${url}">Abrir a contestação</a></p>`.html,
    ].join('\n'),
  }
}
