/** payment_type 1 and 2 on the wire. */
export type CardKind = 'credit' | 'debit'

/** Ways to pay at the payer's own bank. */
export const elsewhere = ['pix'] as const
export type Elsewhere = (typeof elsewhere)[number]

export type Offered = CardKind | Elsewhere
