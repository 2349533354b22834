import type { CardKind } from '#acquirer/acquirer.ts'

/**
 * How a card may be charged: the number on the wire and in the database, what people read, and whether such a card
 * may be saved. `payment/method.ts` builds on these rows.
 */
export const cardKinds = {
  credit: { wire: 1, text: 'Crédito', maySave: true },
  debit: { wire: 2, text: 'Débito', maySave: false },
} as const satisfies Record<CardKind, { wire: number; text: string; maySave: boolean }>

/** The number of a kind of card on the wire. */
export type CardType = (typeof cardKinds)[CardKind]['wire']

/** The row of a number from the wire; what is not known reads as credit, which every card has been. */
export function cardKindOf(wire: number): (typeof cardKinds)[CardKind] {
  return Object.values(cardKinds).find((row) => row.wire === wire) ?? cardKinds.credit
}
