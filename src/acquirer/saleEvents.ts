export type SaleEvent = {
  readonly kind: 'chargeback' | 'fraud_alert'
  /** Unique within the sale; empty where the acquirer gives none. */
  readonly number: string
  readonly formerNumber?: string
  readonly amountCents: number | null
  readonly text: string | null
}

export const notificationTopics = ['void_denied', 'chargeback', 'fraud_alert', 'returned'] as const
export type NotificationTopic = (typeof notificationTopics)[number]
