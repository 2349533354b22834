/** payment_type 1 and 2 on the wire. */
export type CardKind = 'credit' | 'debit'

export const elsewhere = ['pix'] as const
export type Elsewhere = (typeof elsewhere)[number]

export type Offered = CardKind | Elsewhere
