import type { Offered } from './offered.ts'

/** On which terms an acquirer gives money back of a sale. */
type ReturnTerms = {
  /** For so many days after the sale; then it refuses. */
  readonly days: number
  /** How often a part may be given back before the whole rest: of some sales once. */
  readonly parts: 'any' | 'once'
  /** A part is given back only from then on: not on the day of the sale, as the acquirer counts days. Null: at once. */
  readonly partsFrom: Date | null
}

/** What decides the terms of a sale. */
export type Returned = {
  readonly method: Offered
  /** In our words; null where nobody knows it, and of a Pix. */
  readonly brand: string | null
  readonly soldAt: Date
}

/** Why money was not given back, as far as staff can act on it; each has its row below. */
export type ReturnCause =
  | 'balance'
  | 'over'
  | 'rest'
  | 'denied'
  | 'outside'
  | 'unseen'
  | 'unarrived'
  | 'never'

/** What an acquirer says before it is asked to give money back, and of its noes. Makes no call. */
export type Returns = {
  terms(sale: Returned): ReturnTerms
  /** Why it said no, by its code. */
  causeOf(returnCode: string | null): ReturnCause
}

/** What staff read of a refund that came to nothing. */
export const returnCauses = {
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
} as const satisfies Readonly<Record<ReturnCause, string>>

/** Of an acquirer that gives back whatever was paid there, for so long. */
export function returnsFor(days: number): Returns {
  return { terms: () => ({ days, parts: 'any', partsFrom: null }), causeOf: () => 'never' }
}

/** What part of a sale goes back. */
export type PartBack = {
  readonly amountCents: number
  /** What the caller knows to have gone back of it before. */
  readonly backCents?: number
  /** It was asked for before, and nobody knows what came of that. */
  readonly isRepeat?: boolean
}
