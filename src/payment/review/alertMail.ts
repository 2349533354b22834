import { humanMoney } from '#kit/money.ts'
import { type CaseKind, cases } from './cases.ts'

/** What the operator is told of the open cases of a kind: how many, their sums, what to do, and where. */
export function alertMail(
  kind: CaseKind,
  amountsCents: readonly number[],
  url: string,
): { subject: string; text: string; html: string } {
  const { text: name, todo } = cases[kind]
  const sum = amountsCents.reduce((total, cents) => total + cents, 0)
  const many = amountsCents.length === 1 ? '1 caso' : `${amountsCents.length} casos`
  const facts = `${many} em análise, R$ ${humanMoney(sum)} no total.`
  const lines = [`${name}.`, facts, todo]
  return {
    subject: `${name}: ${many} em análise`,
    text: [...lines, url].join('\n\n'),
    html: [...lines.map((line) => `<p>${line}</p>`), `<p><a href="${url}">Abrir a fila</a></p>`].join('\n'),
  }
}
