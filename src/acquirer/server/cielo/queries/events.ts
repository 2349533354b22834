import type { Approval } from '../../../acquirer.ts'
import type { SaleEvent, SaleNews } from '../../../saleEvents.ts'
import type { Payment } from '../wire.ts'

/** ChangeType of a notification (src/acquirer/server/cielo/README.md#13-notification); the others say no more than that something has changed. */
const news: ReadonlyMap<number, SaleNews> = new Map([
  [5, 'void_denied'],
  [7, 'chargeback'],
  [8, 'fraud_alert'],
  [25, 'returned'],
])

export function newsOf(changeType: number | null): SaleNews | undefined {
  return changeType === null ? undefined : news.get(changeType)
}

/** So many disputes of one sale are told, and so much of each text: nobody pays by them. */
const eventsMax = 50
const textMax = 200

/** A text as the books can keep it. */
function kept(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, textMax)
}

/** What a query tells of a sale besides its money: disputes, the issuer's alert, and that Cielo may undo it by itself. */
export function eventsOf(payment: Payment): Pick<Approval, 'events' | 'mayCancelItself'> {
  const timesOf = new Map<string, number>()
  /** Two that nothing tells apart are the first and the second of that day. */
  const counted = (number: string) => {
    const times = (timesOf.get(number) ?? 0) + 1
    timesOf.set(number, times)
    return times === 1 ? number : `${number} (${times})`.trim()
  }
  const disputes = (payment.Chargebacks ?? [])
    .slice(0, eventsMax)
    .map(
      ({
        Amount: amountCents,
        CaseNumber,
        Date: date,
        ReasonMessage: text,
        ReasonCode: code,
      }): SaleEvent => ({
        kind: 'chargeback',
        number: CaseNumber ? kept(CaseNumber) : counted(kept(date ?? '')),
        // The release before this one kept so what has only its day.
        ...(CaseNumber || !date ? {} : { formerNumber: '' }),
        amountCents: amountCents && amountCents > 0 ? amountCents : null,
        text: kept(text ?? code ?? '') || null,
      }),
    )
  const { FraudAlert: alert } = payment
  const alerts: SaleEvent[] = alert
    ? [
        {
          kind: 'fraud_alert',
          number: kept(alert.Date ?? ''),
          amountCents: null,
          text: kept(alert.ReasonMessage ?? '') || null,
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
