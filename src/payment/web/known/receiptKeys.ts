/** A person's receipts are `own`, so `deleteOwn` removes them when the login ends (docs/spec.md#r27). */
export const receiptKeys = { guest: 'guiche.receipts', person: 'guiche.own.receipts' } as const
