/** payment_type 1 and 2 on the wire. */
export type CardKind = 'credit' | 'debit'

/** Paid in the app of the payer's bank. */
export const bankMethods = ['pix'] as const
export type BankMethod = (typeof bankMethods)[number]

export type Offered = CardKind | BankMethod
