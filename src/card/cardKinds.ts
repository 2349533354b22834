import type { CardKind } from '#acquirer/acquirer.ts'

export const cardKinds = {
  credit: { wire: 1, text: 'Crédito', maySave: true },
  debit: { wire: 2, text: 'Débito', maySave: false },
} as const satisfies Record<CardKind, { wire: number; text: string; maySave: boolean }>

export type CardType = (typeof cardKinds)[CardKind]['wire']

/** An unknown number is read as credit. */
export function cardKindOf(wire: number): (typeof cardKinds)[CardKind] {
  return Object.values(cardKinds).find((row) => row.wire === wire) ?? cardKinds.credit
}
