/** A change of a sale: capture, void or refund. */
export type Change = {
  /** The portal's id, the same for every repeat: letters and digits, at most 20. */
  readonly id: string
  readonly reference: string
}

/** The change was accepted and is done or refused by `until`; a repeat under its id is the same change. */
export type Underway = { readonly outcome: 'pending'; readonly until: Date }

/** Nothing was done; the change may be requested from `notBefore` on. */
export type Later = { readonly outcome: 'later'; readonly notBefore: Date }

/** Centavos of one capture, void or refund; acquirers may confirm one amount and carry out another. */
export type ChangeAmounts = {
  readonly askedCents: number
  /** In the answer to the request; null where it named none. */
  readonly acknowledgedCents: number | null
  /** In a later query; null while no query shows the change. */
  readonly shownCents: number | null
}

/** Whether a query shows another amount than was requested. */
export function isOtherAmount({ askedCents, shownCents }: ChangeAmounts): boolean {
  return shownCents !== null && shownCents !== askedCents
}
