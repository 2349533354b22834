export type SaleEvent = {
  readonly kind: 'chargeback' | 'fraud_alert'
  /** Unique within the sale; empty where the acquirer gives none. */
  readonly number: string
  /** The number of the same event in earlier releases. */
  readonly formerNumber?: string
  /** Null: the whole sale. */
  readonly amountCents: number | null
  readonly text: string | null
}

export const notificationTopics = ['void_denied', 'chargeback', 'fraud_alert', 'returned'] as const
export type NotificationTopic = (typeof notificationTopics)[number]
