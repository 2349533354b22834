import { createHash, timingSafeEqual } from 'node:crypto'
import type { Notification, Notified } from '../../../acquirer.ts'
import { news } from './wire.ts'

/** Whether the secret of the webhook's address came along; false where the settings have none. */
export function carriesSecret(webhookSecret: string, { secret }: Pick<Notification, 'secret'>): boolean {
  return secret !== null && webhookSecret !== '' && isSame(secret, webhookSecret)
}

/**
 * Reads the bank's webhook: only which charges something has happened to. Null without the secret of its address. What
 * names no charge of ours names none: a Pix without one, or the bank's own test.
 */
export function readNotification(webhookSecret: string, { secret, body }: Notification): Notified | null {
  if (!carriesSecret(webhookSecret, { secret })) return null
  const told = news.safeParse(body).data?.pix ?? []
  const txids = told.flatMap(({ txid }) => (txid && /^[a-zA-Z0-9]{26,35}$/.test(txid) ? [txid] : []))
  return { references: [...new Set(txids)] }
}

/** Compares in a time that does not depend on where the texts differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
