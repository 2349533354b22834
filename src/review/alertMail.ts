import { markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import type { CaseKind } from '#payment/caseKinds.ts'
import { cases } from '#payment/cases.ts'

/** Mail to the operator about the open cases of one kind. */
export function alertMail(kind: CaseKind, amountsCents: readonly number[], url: string): StaffMail {
  const { text: name, todo } = cases[kind]
  const sum = amountsCents.reduce((total, cents) => total + cents, 0)
  const many = amountsCents.length === 1 ? '1 caso' : `${amountsCents.length} casos`
  const lines = [`${name}.`, `${many} em análise, R$ ${humanMoney(sum)} no total.`, todo]
  return mailOf(`${name}: ${many} em análise`, lines, [{ text: 'Abrir a fila', url }])
}

export type StaffMail = { subject: string; text: string; html: string }

function mailOf(
  subject: string,
  lines: readonly string[],
  links: readonly { text: string; url: string }[] = [],
): StaffMail {
  const paragraphs = [
    ...lines.map((line) => markup`<p>${line}</p>`.html),
    ...links.map(({ text, url }) => markup`<p><a href="${url}">${text}</a></p>`.html),
  ]
  const text = [...lines, ...links.map(({ url }) => url)].join('\n\n')
  return { subject, text, html: paragraphs.join('\n') }
}

/** Mail to the operator about a refusal with an unknown return code. */
export function unlistedMail(acquirer: string, code: string): StaffMail {
  return mailOf('Recusa com código desconhecido', [
    'A adquirente recusou uma venda com um código que o portal não conhece.',
    'A tentativa conta contra o cartão, como qualquer recusa. Se nenhum cartão passar, rode npm run setup -- --check; se o código for da loja, avise quem mantém o portal.',
    `${acquirer}: ${code}`,
  ])
}

/** Mail to the operator about an acquirer whose 'not found' is not reliable. */
export function doubtMail(acquirer: string, why: string): StaffMail {
  return mailOf('Consultas à adquirente não confiáveis', [
    'As consultas à adquirente não são confiáveis.',
    'Vendas passam, mas um pagamento cuja resposta se perder fica em confirmação até uma pessoa decidir.',
    'Rode npm run setup -- --check e corrija o que ele disser.',
    `${acquirer}: ${why}`,
  ])
}

/** Mail to the operator about a 3DS host that a browser's CSP blocked. */
export function blockedMail(of: { acquirer: string; host: string; directive: string }): StaffMail {
  return mailOf('Autenticação do cartão: endereço bloqueado', [
    'O navegador de um cliente bloqueou parte da autenticação do cartão: o endereço não está entre os permitidos.',
    'Quem diz isso é um navegador, e qualquer pessoa pode forjar o aviso: não libere um endereço só porque ele está aqui.',
    'Compare-o com a documentação da adquirente, ou pergunte a ela. Só se for do serviço 3DS dela, acrescente-o à variável de ambiente que termina em 3DS_HOSTS e reinicie. Senão, avise quem mantém o portal.',
    `${of.acquirer}: ${of.host} (${of.directive})`,
  ])
}

/** Mail to the operator about two tickets of one plate inside a lot. */
export function plateTwiceMail(lot: string, codes: readonly string[], publicUrl: string): StaffMail {
  const lines = [
    `A mesma placa está em dois tickets no pátio de ${lot}.`,
    `Tickets: ${codes.join(' e ')}.`,
    'Enquanto os dois estiverem abertos, a placa sozinha não abre a saída. Registre a saída do que já saiu.',
  ]
  const links = codes.map((code) => ({ text: 'Abrir ticket', url: `${publicUrl}/#/staff/tickets/${code}` }))
  return mailOf(`A mesma placa em dois tickets: ${lot}`, lines, links)
}
