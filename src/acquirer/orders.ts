export type Order = { readonly outcome: 'found'; readonly orderKey: string }

/** All sales under an order key, in any state. */
export type SalesUnder = { readonly outcome: 'found'; readonly references: readonly string[] }
