import { markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import type { CaseKind } from '#payment/caseKinds.ts'
import { cases } from '#payment/cases.ts'

/** Mail to the operator about the open cases of one kind. */
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

/** Mail to the operator about a refusal with an unknown return code. */
export function unlistedMail(
  acquirer: string,
  code: string,
): { subject: string; text: string; html: string } {
  const lines = [
    'A adquirente recusou uma venda com um código que o portal não conhece.',
    'A tentativa conta contra o cartão, como qualquer recusa. Se nenhum cartão passar, rode npm run setup -- --check; se o código for da loja, avise quem mantém o portal.',
    `${acquirer}: ${code}`,
  ]
  return {
    subject: 'Recusa com código desconhecido',
    text: lines.join('\n\n'),
    html: lines.map((line) => markup`<p>${line}</p>`.html).join('\n'),
  }
}

/** Mail to the operator about an acquirer whose 'not found' is not reliable. */
export function doubtMail(acquirer: string, why: string): { subject: string; text: string; html: string } {
  const lines = [
    'As consultas à adquirente não são confiáveis.',
    'Vendas passam, mas um pagamento cuja resposta se perder fica em confirmação até uma pessoa decidir.',
    'Rode npm run setup -- --check e corrija o que ele disser.',
    `${acquirer}: ${why}`,
  ]
  return {
    subject: 'Consultas à adquirente não confiáveis',
    text: lines.join('\n\n'),
    html: lines.map((line) => markup`<p>${line}</p>`.html).join('\n'),
  }
}

/** Mail to the operator about a 3DS host that a browser's CSP blocked. */
export function blockedMail(of: { acquirer: string; host: string; directive: string }): {
  subject: string
  text: string
  html: string
} {
  const lines = [
    'O navegador de um cliente bloqueou parte da autenticação do cartão: o endereço não está entre os permitidos.',
    'Quem diz isso é um navegador, e qualquer pessoa pode forjar o aviso: não libere um endereço só porque ele está aqui.',
    'Compare-o com a documentação da adquirente, ou pergunte a ela. Só se for do serviço 3DS dela, acrescente-o à variável de ambiente que termina em 3DS_HOSTS e reinicie. Senão, avise quem mantém o portal.',
    `${of.acquirer}: ${of.host} (${of.directive})`,
  ]
  return {
    subject: 'Autenticação do cartão: endereço bloqueado',
    text: lines.join('\n\n'),
    html: lines.map((line) => markup`<p>${line}</p>`.html).join('\n'),
  }
}

/** Mail to the operator about two tickets of one plate inside a lot. */
export function plateTwiceMail(
  lot: string,
  codes: readonly string[],
  publicUrl: string,
): { subject: string; text: string; html: string } {
  const lines = [
    `A mesma placa está em dois tickets no pátio de ${lot}.`,
    `Tickets: ${codes.join(' e ')}.`,
    'Enquanto os dois estiverem abertos, a placa sozinha não abre a saída. Registre a saída do que já saiu.',
  ]
  const links = codes.map((code) => `${publicUrl}/#/staff/tickets/${code}`)
  return {
    subject: `A mesma placa em dois tickets: ${lot}`,
    text: [...lines, ...links].join('\n\n'),
    html: [
      ...lines.map((line) => markup`<p>${line}</p>`.html),
      ...links.map((link) => markup`<p><a href="${link}">Abrir ticket</a></p>`.html),
    ].join('\n'),
  }
}
