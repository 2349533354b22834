import type { CardBrand } from '#acquirer/brands.ts'

type Shown = { brand: CardBrand; lastDigits: string; cvv: string | null }

export type TypedCardEntry = Shown & {
  source: 'typed'
  number: string
  cardholder: string
  month: number
  year: number
  /** Whose saved card it becomes when the payment succeeds. */
  saveFor: number | null
}

/** A checked card, ready to be charged. Lives in memory for one call only. */
export type CardEntry =
  | TypedCardEntry
  /** `acquirer` keeps it, and charges it whichever is configured today. */
  | (Shown & { source: 'saved'; acquirer: string; acquirerToken: string })
