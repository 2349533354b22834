import { hourMs } from '#kit/clock.ts'

/** What may stand in the queue; each has its row below, or it does not compile. */
export const caseKinds = [
  'paid_twice',
  'late_answer',
  'late_ending',
  'late_give_back',
  'late_refund',
  'acquirer_setup',
  'kept_again',
] as const
export type CaseKind = (typeof caseKinds)[number]

type CaseRow = {
  /** How old it is when it becomes a case; null for what is one at once. */
  readonly limitMs: number | null
  /** What it is called in the queue and in the mail. */
  readonly text: string
  /** What staff do about it. */
  readonly todo: string
}

/** What staff have to look at besides what the state of a payment says, with the limit after which it is theirs. */
export const cases = {
  paid_twice: {
    limitMs: null,
    text: 'Pago também em máquina ou caixa',
    todo: 'Devolva o pagamento do cartão ou aceite os dois.',
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
    todo: 'Confira a venda no site da adquirente e pergunte de novo.',
  },
  acquirer_setup: {
    limitMs: null,
    text: 'Adquirente recusa a loja',
    todo: 'Nenhum cartão passa. Avise quem cuida do servidor: ele roda npm run setup -- --check e corrige o que for dito. O caso termina com a próxima venda aprovada.',
  },
  kept_again: {
    limitMs: null,
    text: 'Pix pago de novo depois de resolvido',
    todo: 'Devolva no site do banco o que veio de novo, ou resolva com o cliente por outro meio e aceite.',
  },
} as const satisfies Readonly<Record<CaseKind, CaseRow>>
