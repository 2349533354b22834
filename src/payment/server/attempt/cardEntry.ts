import type { CardBrand } from '#acquirer/brands.ts'

type Shown = { brand: CardBrand; lastDigits: string; cvv: string | null }

export type TypedCardEntry = Shown & {
  source: 'typed'
  number: string
  cardholder: string
  month: number
  year: number
  saveFor: number | null
}

/** Kept in memory for one call only. */
export type CardEntry =
  | TypedCardEntry
  | (Shown & { source: 'saved'; acquirer: string; acquirerToken: string })
