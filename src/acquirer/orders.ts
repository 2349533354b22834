export type Order = { readonly outcome: 'found'; readonly orderKey: string }

/** Sales in any state. */
export type SalesUnder = { readonly outcome: 'found'; readonly references: readonly string[] }
