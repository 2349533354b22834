import { sameText } from '#kit/server/secrets.ts'
import type { Notification, Notified } from '../../acquirer.ts'
import type { CieloSettings } from './client.ts'
import { topicOf } from './queries/events.ts'
import { notification } from './wire.ts'
import { lookUp } from '#kit/text/lookUp.ts'

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
