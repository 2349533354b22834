export type Change = {
  /** The same for every repeat: letters and digits, at most 20. */
  readonly id: string
  readonly reference: string
}

/** Accepted; done or refused by `until`. A repeat under its id is the same change. */
export type Underway = { readonly outcome: 'pending'; readonly until: Date }

export type Later = { readonly outcome: 'later'; readonly notBefore: Date }

export type ChangeAmounts = {
  readonly askedCents: number
  /** Null where the answer named none. */
  readonly acknowledgedCents: number | null
  /** Null while no query shows the change. */
  readonly shownCents: number | null
}

/** Whether a query shows another amount than requested. */
export function isOtherAmount({ askedCents, shownCents }: ChangeAmounts): boolean {
  return shownCents !== null && shownCents !== askedCents
}
