import type {
  Approval,
  NotificationRequest,
  ParsedNotification,
  SaleEvent,
  NotificationTopic,
} from '../../../acquirer.ts'
import { type Payment, notification } from '../wire.ts'
import { timingSafeEqualTexts } from '#kit/server/secrets.ts'
import type { CieloSettings } from '../client.ts'
import { lookUp } from '#kit/text/lookUp.ts'

const topicByChangeType: ReadonlyMap<number, NotificationTopic> = new Map([
  [5, 'void_denied'],
  [7, 'chargeback'],
  [8, 'fraud_alert'],
  [25, 'returned'],
])

const eventsMax = 50
const textMax = 200

function cleanText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, textMax)
}

export function eventsOf(payment: Payment): Pick<Approval, 'events' | 'mayBeAutoCancelled'> {
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
      number: CaseNumber ? cleanText(CaseNumber) : counted(cleanText(date ?? '')),
      amountCents: amountCents && amountCents > 0 ? amountCents : null,
      text: cleanText(found.ReasonMessage ?? found.ReasonCode ?? '') || null,
    }
  })
  const alerts = payment.FraudAlert ? [fraudAlert(payment.FraudAlert)] : []
  const events = [...disputes, ...alerts]
  return {
    ...(events.length === 0 ? {} : { events }),
    ...(isTrue(payment.TryAutomaticCancellation) ? { mayBeAutoCancelled: true } : {}),
  }
}

function fraudAlert({ Date: date, ReasonMessage: reason }: NonNullable<Payment['FraudAlert']>): SaleEvent {
  const text = cleanText(reason ?? '') || null
  return { kind: 'fraud_alert', number: cleanText(date ?? ''), text, amountCents: null }
}

/** Cielo writes true also as a text. */
export function isTrue(flag: boolean | string | null | undefined): boolean {
  return String(flag).toLowerCase() === 'true'
}

type Settings = Pick<CieloSettings, 'notificationHeader'>
type Headers = Pick<NotificationRequest, 'headers'>

export function hasValidSecret(settings: Settings, { headers }: Headers): boolean {
  const expected = settings.notificationHeader
  if (!expected) return false
  return timingSafeEqualTexts(lookUp(headers, expected.name.toLowerCase()) ?? '', expected.value)
}

/** Null when header or body is wrong (src/acquirer/server/cielo/README.md#13-notification). */
export function readNotification(settings: Settings, sent: NotificationRequest): ParsedNotification | null {
  if (settings.notificationHeader && !hasValidSecret(settings, sent)) return null
  const read = notification.safeParse(sent.body)
  if (!read.success) return null
  const { PaymentId: reference, ChangeType: type } = read.data
  return { references: [reference], topic: type ? topicByChangeType.get(type) : undefined }
}
