import type { Approval } from '../../../acquirer.ts'
import type { SaleEvent, SaleNews } from '../../../saleEvents.ts'
import type { Payment } from '../wire.ts'

/** ChangeType of a notification (docs/cielo.md#13-notification); the others say no more than that something has changed. */
const news: ReadonlyMap<number, SaleNews> = new Map([
  [5, 'void_denied'],
  [7, 'chargeback'],
  [8, 'fraud_alert'],
  [25, 'returned'],
])

export function newsOf(changeType: number | null): SaleNews | undefined {
  return changeType === null ? undefined : news.get(changeType)
}

/** What a query tells of a sale besides its money: disputes, the issuer's alert, and that Cielo may undo it by itself. */
export function eventsOf(payment: Payment): Pick<Approval, 'events' | 'mayCancelItself'> {
  const disputes = (payment.Chargebacks ?? []).map(
    ({ Amount: amountCents, CaseNumber: number, ReasonMessage: text, ReasonCode: code }): SaleEvent => ({
      kind: 'chargeback',
      number: number ?? '',
      amountCents: amountCents ?? null,
      text: text ?? code ?? null,
    }),
  )
  const { FraudAlert: alert } = payment
  const alerts: SaleEvent[] = alert
    ? [
        {
          kind: 'fraud_alert',
          number: alert.Date ?? '',
          amountCents: null,
          text: alert.ReasonMessage ?? null,
        },
      ]
    : []
  const events = [...disputes, ...alerts]
  return {
    ...(events.length === 0 ? {} : { events }),
    ...(isSet(payment.TryAutomaticCancellation) ? { mayCancelItself: true } : {}),
  }
}

/** Cielo writes true also as a text. */
export function isSet(flag: boolean | string | null | undefined): boolean {
  return String(flag).toLowerCase() === 'true'
}
