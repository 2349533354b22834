import type { ChangeAmounts } from '#acquirer/acquirer.ts'
import { humanMoney } from '#kit/money.ts'
import type { CaseKind } from './caseKinds.ts'
import { hourMs } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'

type CaseRow = {
  readonly limitMs?: number
  readonly text: string
  readonly todo: string
}

/** Cases for staff besides the payment's state; without `limitMs` they open at once. */
export const cases = {
  paid_twice: {
    text: 'Pago também em máquina ou caixa',
    todo: 'Devolva o que foi pago a mais ou aceite os dois pagamentos.',
  },
  came_in_time: {
    text: 'Reserva cobrada, e o carro veio a tempo',
    todo: 'A cancela só avisou depois que este valor foi retido por não comparecimento ou cancelamento. Ele não paga a permanência, que é cobrada à parte. Devolva-o ou aceite que fique.',
  },
  late_answer: {
    limitMs: hourMs,
    text: 'Adquirente sem resposta',
    todo: 'Pergunte à adquirente ou decida se foi cobrado.',
  },
  late_ending: {
    limitMs: hourMs,
    text: 'Pré-autorização que não termina',
    todo: 'Tente de novo ou libere a pré-autorização e cobre a permanência no caixa.',
  },
  late_give_back: {
    limitMs: 24 * hourMs,
    text: 'Devolução que não se completa',
    todo: 'Confira o saldo na adquirente e tente de novo, ou resolva com o cliente por outro meio e aceite.',
  },
  late_refund: {
    limitMs: 24 * hourMs,
    text: 'Estorno sem confirmação',
    todo: 'Confira a venda no site da adquirente: diga se a devolução chegou, onde o portal pergunta isso, ou pergunte de novo. Sem a sua resposta nada é pedido outra vez.',
  },
  acquirer_setup: {
    text: 'Adquirente recusa a loja',
    todo: 'Nenhum cartão passa. Avise quem cuida do servidor: ele roda npm run setup -- --check e corrige o que for dito. O caso termina com a próxima venda aprovada.',
  },
  kept_again: {
    text: 'Pix pago de novo depois de resolvido',
    todo: 'Devolva no site do banco o que veio de novo, ou resolva com o cliente por outro meio e aceite.',
  },
  chargeback: {
    text: 'Compra contestada (chargeback)',
    todo: 'Responda à contestação no site da adquirente, no prazo que ela der. Não devolva por aqui: o valor já volta ao titular por ela. Depois encerre o caso.',
  },
  fraud_alert: {
    text: 'Aviso de fraude do banco do cartão',
    todo: 'O titular diz que não fez esta compra. Devolva o pagamento antes que vire contestação, ou encerre o caso.',
  },
  void_denied: {
    text: 'Devolução negada pelo banco do cartão',
    todo: 'O valor voltou para o estacionamento. Se ele ainda estiver retido, devolva de novo ou resolva com o cliente por outro meio. Depois encerre o caso.',
  },
  return_unseen: {
    text: 'Devolução que a adquirente não mostra',
    todo: 'A adquirente confirmou a devolução, e a consulta não a mostra. Confira a venda no site dela: se o valor voltou ao cliente, encerre o caso; se não voltou, devolva por lá e encerre.',
  },
  auto_cancelled: {
    text: 'Venda desfeita pela adquirente',
    todo: 'A adquirente cancelou a venda que havia aprovado: o valor voltou ao cliente. Cobre por outro meio, se ainda puder, e encerre o caso.',
  },
  returned_outside: {
    text: 'Devolvido fora do portal',
    todo: 'Alguém devolveu no site da adquirente. Confira quem foi e por quê, e encerre o caso.',
  },
  amount_differs: {
    text: 'Adquirente fez outro valor que o pedido',
    todo: 'O portal pediu um valor e a consulta mostra outro. Confira a venda no site da adquirente: devolva a diferença ao cliente ou cobre o que faltou, e encerre o caso.',
  },
  plate_twice: {
    text: 'Reserva com a mesma placa em dois tickets',
    todo: 'Outro ticket desta placa está ou esteve no pátio durante a reserva, e nada é cobrado dela sozinho. Veja quem estacionou e registre a saída do ticket que já saiu. Encerre o caso para que a reserva seja cobrada como sempre.',
  },
} as const satisfies Readonly<Record<CaseKind, CaseRow>>

export const openDisputeText = 'Há uma contestação aberta: o banco pode devolver também.'

const unknownCase: CaseRow = {
  text: 'Caso que esta versão não conhece',
  todo: 'Uma versão mais nova do portal o abriu e diz o que fazer. Abra de novo daqui a pouco; se continuar assim, avise quem cuida do servidor.',
}

/** The row of a kind, also for kinds of a newer release. */
export function caseRow(kind: string): CaseRow {
  return lookUp<CaseRow>(cases, kind) ?? unknownCase
}

/** Whether this release knows a stored kind. */
export function isCaseKind(kind: string): kind is CaseKind {
  return lookUp<CaseRow>(cases, kind) !== undefined
}

/** The three amounts, for staff. */
export function amountsText({ askedCents, acknowledgedCents, shownCents }: ChangeAmounts): string {
  const acknowledged =
    acknowledgedCents === null
      ? 'a resposta não disse o valor'
      : `a resposta confirmou R$ ${humanMoney(acknowledgedCents)}`
  const shown = shownCents === null ? 'não mostra nada' : `mostra R$ ${humanMoney(shownCents)}`
  return `pedido R$ ${humanMoney(askedCents)}; ${acknowledged}; a consulta ${shown}`
}
