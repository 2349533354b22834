/** How a card pays. The wire calls these payment_type 1 and 2. */
export type CardKind = 'credit' | 'debit'

/** What is paid at the payer's own bank, by what we show them there: nothing of it is typed here. */
export const elsewhere = ['pix'] as const
export type Elsewhere = (typeof elsewhere)[number]

/** What an acquirer can be asked for. */
export type Offered = CardKind | Elsewhere
