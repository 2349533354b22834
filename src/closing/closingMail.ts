import { dayText } from '#kit/calendar.ts'
import { markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import type { ClosingTotals } from './totals.ts'

type MailedClosing = {
  readonly number: number
  readonly lot: string
  readonly day: string
  readonly totals: ClosingTotals
  readonly digest: string
  readonly url: string
}

/** The mail of a daily closing. */
export function closingMail(closing: MailedClosing): { subject: string; text: string; html: string } {
  const { number, lot, day, totals, digest, url } = closing
  const rows = sumRows(totals).map(({ text, cents }) => [text, `R$ ${humanMoney(cents)}`] as const)
  const title = `Fechamento nº ${number} de ${dayText(day)}`
  const mark = `Resumo: ${digest.slice(0, 12)}`
  return {
    subject: `Fechamento nº ${number} - ${lot} - ${dayText(day)} - R$ ${humanMoney(totals.total)}`,
    text: [`${lot}. ${title}.`, rows.map(([text, value]) => `${text}: ${value}`).join('\n'), mark, url].join(
      '\n\n',
    ),
    html: [
      markup`<p>${lot}. ${title}.</p>`,
      markup`<table>${rows.map(([text, value]) => markup`<tr><td>${text}</td><td align="right">${value}</td></tr>`)}</table>`,
      markup`<p>${mark}</p>`,
      markup`<p><a href="${url}">Abrir o fechamento</a></p>`,
    ]
      .map(({ html }) => html)
      .join('\n'),
  }
}

type SumRow = { readonly text: string; readonly cents: number }

/** In the order of page and mail. */
function sumRows(totals: ClosingTotals): readonly SumRow[] {
  return [
    { text: 'Bruto', cents: totals.gross },
    { text: 'Devolvido', cents: totals.refunded },
    { text: 'Líquido', cents: totals.net },
    { text: 'Máquinas', cents: totals.machine },
    { text: 'Balcão', cents: totals.till },
    { text: 'Atrasados', cents: totals.late },
    { text: 'Ajustes', cents: totals.adjusted },
    { text: 'Total', cents: totals.total },
  ]
}
