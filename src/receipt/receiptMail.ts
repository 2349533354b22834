import { receiptHtml } from './receiptHtml.ts'
import { type Receipt, formatReceipt, type Row, type FormattedReceipt } from './receipt.ts'

/** Throws when the lines do not sum to the amount. */
export function receiptMail(receipt: Receipt): { subject: string; html: string; text: string } {
  const sum = receipt.lines.reduce((total, line) => total + line.amountCents, 0)
  if (receipt.lines.length > 0 && sum !== receipt.amountCents) {
    throw new Error(`receipt lines sum to ${sum}, paid ${receipt.amountCents}`)
  }
  const written = formatReceipt(receipt)
  const until = written.deadlineText === '' ? '' : `, sair até ${written.deadlineText}`
  const due = written.due === null ? '' : `, falta pagar ${written.due}`
  const subject = `Recibo do estacionamento: ${written.amount}${until}${due}`
  return { subject, html: receiptHtml(written), text: receiptText(written) }
}

function receiptText(receipt: FormattedReceipt): string {
  const ticket: Row[] = [
    { label: 'Estacionamento', value: receipt.lot },
    { label: 'Ticket', value: receipt.code },
    ...(receipt.plate === null ? [] : [{ label: 'Placa', value: receipt.plate }]),
    ...receipt.times,
  ]
  const paid = [...receipt.lines, { label: 'Total pago', value: receipt.amount }]
  const paragraphs = [
    `${receipt.operator}\nRecibo de pagamento`,
    `Olá, ${receipt.payer}. Recebemos o seu pagamento.`,
    receipt.deadlineTime !== '' &&
      `SAIR ATÉ ${receipt.deadlineTime} de ${receipt.deadlineDate}\nDepois desse horário pode haver diferença a pagar.`,
    receipt.due !== null && `FALTA PAGAR ${receipt.due}\nPague a diferença para liberar a saída.`,
    rows(ticket),
    rows(paid),
    rows(receipt.card),
    receipt.proofUrl !== null && `Conferir recibo:\n${receipt.proofUrl}`,
    `${receipt.operator}\nCNPJ ${receipt.cnpj}\n${receipt.portalUrl}`,
    `Algo errado neste pagamento? Conteste: ${receipt.contestUrl}`,
    'Este e-mail foi enviado porque este endereço foi informado no pagamento.',
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

function rows(lines: readonly Row[]): string {
  return lines.map(({ label, value }) => `${label}: ${value}`).join('\n')
}
