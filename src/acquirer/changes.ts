/** A change of a sale. */
export type Change = {
  /** Ours: the same change has the same id however often it is asked for. Letters and digits, at most 20. */
  readonly id: string
  /** The acquirer's id of the sale. */
  readonly reference: string
}

/** A change was taken on and is not done yet; done or refused by `until`. Asked again under its id, it is the same. */
export type Underway = { readonly outcome: 'pending'; readonly until: Date }

/** Nothing was done: the change may be asked for from `notBefore` on. */
export type Later = { readonly outcome: 'later'; readonly notBefore: Date }

/**
 * Centavos of one capture, void or refund. The three may differ: the acquirer may confirm one amount and carry out
 * another.
 */
export type ChangeAmounts = {
  /** What was asked for. */
  readonly askedCents: number
  /** What the answer to that request said; null where it named no amount. */
  readonly acknowledgedCents: number | null
  /** What a query shows that was done; null where none shows the change yet. */
  readonly shownCents: number | null
}

/** Whether a query shows another amount than was asked for. */
export function isOtherAmount({ askedCents, shownCents }: ChangeAmounts): boolean {
  return shownCents !== null && shownCents !== askedCents
}
