/** Under which order key a sale was made. */
export type Order = { readonly outcome: 'found'; readonly orderKey: string }

/** Which sales were made under an order key, whatever became of them: more than one where it was carried out again. */
export type SalesUnder = { readonly outcome: 'found'; readonly references: readonly string[] }
