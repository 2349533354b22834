export type SaleEvent = {
  readonly kind: 'chargeback' | 'fraud_alert'
  /** The acquirer's number, unique within the sale; empty where it gives none. */
  readonly number: string
  /** The number of the same event in earlier releases. */
  readonly formerNumber?: string
  /** Null: the whole sale. */
  readonly amountCents: number | null
  readonly text: string | null
}

/** A type only says what to query for; a query that does not show it yet is retried. */
export const notificationTopics = ['void_denied', 'chargeback', 'fraud_alert', 'returned'] as const
export type NotificationTopic = (typeof notificationTopics)[number]
