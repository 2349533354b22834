import { createHash, timingSafeEqual } from 'node:crypto'
import type { Notification, Notified } from '../../../acquirer.ts'
import { news } from './wire.ts'

/**
 * Reads the bank's webhook: only which charges something has happened to. Null without the secret of its address, or
 * when it is no such message. A Pix that is of no charge of ours names none.
 */
export function readNotification(webhookSecret: string, { secret, body }: Notification): Notified | null {
  if (secret === null || !isSame(secret, webhookSecret)) return null
  const read = news.safeParse(body)
  if (!read.success) return null
  const txids = read.data.pix.flatMap(({ txid }) => (txid && /^[a-zA-Z0-9]{26,35}$/.test(txid) ? [txid] : []))
  return { references: [...new Set(txids)] }
}

/** Compares in a time that does not depend on where the texts differ. */
export function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
