import type { CardBrand } from '#acquirer/acquirer.ts'

type Shown = { brand: CardBrand; lastDigits: string; cvv: string | null }

export type TypedCardEntry = Shown & {
  source: 'typed'
  number: string
  cardholder: string
  month: number
  year: number
  /** The user who saves the card when the payment succeeds. */
  saveFor: number | null
}

/** A validated card. Kept in memory for one call only. */
export type CardEntry =
  | TypedCardEntry
  /** Charged at the `acquirer` that stores it, whichever is configured now. */
  | (Shown & { source: 'saved'; acquirer: string; acquirerToken: string })
