/** What the acquirer tells of a sale besides its money, long after it was made. */
export type SaleEvent = {
  /** The cardholder disputes it, or the issuer calls its use a fraud. */
  readonly kind: 'chargeback' | 'fraud_alert'
  /** The acquirer's own number of it: another event of the same sale has another. Empty where it gives none. */
  readonly number: string
  /** Under which it may be known from before, as one that had no number. */
  readonly formerNumber?: string
  /** Centavos that it is about; null: all of the sale. */
  readonly amountCents: number | null
  /** Why, in the acquirer's words. */
  readonly text: string | null
}

/**
 * What a notification says has happened to a sale. None of it is believed: it says what to look for, and a query that
 * does not show it yet is asked again.
 */
export const saleNews = ['void_denied', 'chargeback', 'fraud_alert', 'returned'] as const
export type SaleNews = (typeof saleNews)[number]
