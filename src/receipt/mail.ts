import { receiptHtml } from './html.ts'
import { type Receipt, writeReceipt } from './receipt.ts'
import { receiptText } from './text.ts'

/** Receipt mail of one capture. Throws when the lines do not sum to the amount. */
export function receiptMail(receipt: Receipt): { subject: string; html: string; text: string } {
  const sum = receipt.lines.reduce((total, line) => total + line.amountCents, 0)
  if (receipt.lines.length > 0 && sum !== receipt.amountCents) {
    throw new Error(`receipt lines sum to ${sum}, paid ${receipt.amountCents}`)
  }
  const written = writeReceipt(receipt)
  const until = written.deadlineText === '' ? '' : `, sair até ${written.deadlineText}`
  const due = written.due === null ? '' : `, falta pagar ${written.due}`
  const subject = `Recibo do estacionamento: ${written.amount}${until}${due}`
  return { subject, html: receiptHtml(written), text: receiptText(written) }
}
