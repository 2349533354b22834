import type { Approval, Notification, Notified, SaleEvent, NotificationTopic } from '../../../acquirer.ts'
import { type Payment, notification } from '../wire.ts'
import { sameText } from '#kit/server/secrets.ts'
import type { CieloSettings } from '../client.ts'
import { lookUp } from '#kit/text/lookUp.ts'

const news: ReadonlyMap<number, NotificationTopic> = new Map([
  [5, 'void_denied'],
  [7, 'chargeback'],
  [8, 'fraud_alert'],
  [25, 'returned'],
])

function topicOf(changeType: number | null): NotificationTopic | undefined {
  return changeType === null ? undefined : news.get(changeType)
}

const eventsMax = 50
const textMax = 200

function kept(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, textMax)
}

export function eventsOf(payment: Payment): Pick<Approval, 'events' | 'mayCancelItself'> {
  const timesOf = new Map<string, number>()
  const counted = (number: string) => {
    const times = (timesOf.get(number) ?? 0) + 1
    timesOf.set(number, times)
    return times === 1 ? number : `${number} (${times})`.trim()
  }
  const disputes = (payment.Chargebacks ?? []).slice(0, eventsMax).map((found): SaleEvent => {
    const { Amount: amountCents, CaseNumber, Date: date } = found
    return {
      kind: 'chargeback',
      number: CaseNumber ? kept(CaseNumber) : counted(kept(date ?? '')),
      // Earlier releases stored these with an empty number.
      ...(CaseNumber || !date ? {} : { formerNumber: '' }),
      amountCents: amountCents && amountCents > 0 ? amountCents : null,
      text: kept(found.ReasonMessage ?? found.ReasonCode ?? '') || null,
    }
  })
  const { FraudAlert: alert } = payment
  const said = { number: kept(alert?.Date ?? ''), text: kept(alert?.ReasonMessage ?? '') || null }
  const alerts: SaleEvent[] = alert ? [{ kind: 'fraud_alert', ...said, amountCents: null }] : []
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

type Settings = Pick<CieloSettings, 'notificationHeader'>

export function carriesSecret(
  { notificationHeader: expected }: Settings,
  { headers }: Pick<Notification, 'headers'>,
): boolean {
  return !!expected && sameText(lookUp(headers, expected.name.toLowerCase()) ?? '', expected.value)
}

/** Null when header or body is wrong (src/acquirer/server/cielo/README.md#13-notification). */
export function readNotification(settings: Settings, { headers, body }: Notification): Notified | null {
  if (settings.notificationHeader && !carriesSecret(settings, { headers })) return null
  const read = notification.safeParse(body)
  if (!read.success) return null
  const { PaymentId: reference, ChangeType: type } = read.data
  return { references: [reference], news: topicOf(type ?? null) }
}
