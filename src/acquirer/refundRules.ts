import type { Offered } from './offered.ts'

type ReturnTerms = {
  readonly days: number
  readonly parts: 'any' | 'once'
  /** Not on the acquirer's day of the sale; null: at once. */
  readonly partsFrom: Date | null
}

type Returned = { readonly method: Offered; readonly brand: string | null; readonly soldAt: Date }

export type RefundFailureCause = keyof typeof refundFailureTexts

export type RefundRules = {
  terms(sale: Returned): ReturnTerms
  causeOf(returnCode: string | null): RefundFailureCause
}

export const refundFailureTexts = {
  balance:
    'Falta saldo a receber na adquirente para cobrir a devolução. Tente de novo quando houver novas vendas.',
  over: 'Esta venda já foi devolvida ou está contestada. Confira no site da adquirente antes de tentar de novo.',
  rest: 'A adquirente não devolve este valor: confira no site dela quanto ainda resta da venda.',
  denied: 'O banco do cartão não aceitou a devolução depois de pedida.',
  outside: 'Parte desta venda já foi devolvida fora do sistema, no site da adquirente.',
  unseen:
    'A adquirente não mostra uma devolução anterior desta venda. Confira no site dela antes de tentar de novo.',
  unarrived:
    'A equipe conferiu no site da adquirente: a devolução não chegou. Se ainda for devida, peça de novo.',
  never: 'A adquirente não devolve esta venda. Resolva com o cliente por outro meio.',
} as const

/** The same rules for every method. */
export function refundRulesFor(days: number): RefundRules {
  return { terms: () => ({ days, parts: 'any', partsFrom: null }), causeOf: () => 'never' }
}

export type PartialRefund = {
  readonly amountCents: number
  readonly refundedCents?: number
  readonly isRepeat?: boolean
}
