import { createHash, timingSafeEqual } from 'node:crypto'
import type { Notification, Notified } from '../../../acquirer.ts'
import { news } from './wire.ts'

/** False without a configured secret. */
export function carriesSecret(webhookSecret: string, { secret }: Pick<Notification, 'secret'>): boolean {
  return secret !== null && webhookSecret !== '' && isSame(secret, webhookSecret)
}

/** Null without the secret; a Pix without a charge and the bank's test are ignored. */
export function readNotification(webhookSecret: string, { secret, body }: Notification): Notified | null {
  if (!carriesSecret(webhookSecret, { secret })) return null
  const told = news.safeParse(body).data?.pix ?? []
  const txids = told.flatMap(({ txid }) => (txid && /^[a-zA-Z0-9]{26,35}$/.test(txid) ? [txid] : []))
  return { references: [...new Set(txids)] }
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
