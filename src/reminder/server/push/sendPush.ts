import type { Subscription } from '../../subscription.ts'
import type { ReminderDeps } from '../deps.ts'
import { encryptMessage } from './encrypt.ts'
import { pushAddress } from './pushAddress.ts'
import { type PushKey, vapidHeader } from './pushKey.ts'

/** `gone`: this subscription is of no use any more. `later`: the service may take it later. */
export type PushOutcome = 'sent' | 'gone' | 'later'

type Message = { readonly text: string; readonly topic: string; readonly now: Date }

const timeoutMs = 5_000

/** Seconds that the push service keeps a message for a phone without a signal. */
const keptSeconds = 300

/** Calls the push service of a browser once; redirects are not followed. */
export async function sendPush(
  { push, publicUrl, log }: Pick<ReminderDeps, 'push' | 'publicUrl' | 'log'>,
  { endpoint, keys }: Subscription,
  message: Message,
): Promise<PushOutcome> {
  const address = pushAddress(endpoint, push.hosts)
  if (address === null || push.key === null) return 'gone'
  const headers = headersFor(push.key, { ...message, origin: address.origin, contact: publicUrl })
  try {
    const body = new Uint8Array(encryptMessage(keys, message.text))
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await fetch(address, { method: 'POST', redirect: 'manual', signal, headers, body })
    await reply.body?.cancel()
    if (reply.ok) return 'sent'
    log.warn({ host: address.host, status: reply.status }, 'a push service refused a reminder')
    return reply.status === 429 || reply.status >= 500 ? 'later' : 'gone'
  } catch (error) {
    log.warn({ host: address.host, err: error }, 'a push service did not answer')
    return 'later'
  }
}

function headersFor(
  key: PushKey,
  { topic, ...vapid }: Omit<Message, 'text'> & { origin: string; contact: string },
): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(keptSeconds),
    urgency: 'high',
    topic,
    authorization: vapidHeader(key, vapid),
  }
}
