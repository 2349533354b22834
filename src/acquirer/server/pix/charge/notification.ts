import { sameText } from '#kit/server/secrets.ts'
import type { Notification, Notified } from '../../../acquirer.ts'
import { news } from './wire.ts'

/** False without a configured secret. */
export function carriesSecret(webhookSecret: string, { secret }: Pick<Notification, 'secret'>): boolean {
  return secret !== null && webhookSecret !== '' && sameText(secret, webhookSecret)
}

/** Null without the secret; a Pix without a charge and the bank's test are ignored. */
export function readNotification(webhookSecret: string, { secret, body }: Notification): Notified | null {
  if (!carriesSecret(webhookSecret, { secret })) return null
  const payments = news.safeParse(body).data?.pix ?? []
  const txids = payments.flatMap((payment) => payment?.txid ?? []).filter(isTxid)
  return { references: [...new Set(txids)] }
}

function isTxid(text: string): boolean {
  return /^[a-zA-Z0-9]{26,35}$/.test(text)
}
