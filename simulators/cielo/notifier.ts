/** Notification types (src/acquirer/server/cielo/README.md#13-notification). */
export const changeTypes = {
  status: 1,
  voidDenied: 5,
  chargeback: 7,
  fraudAlert: 8,
  partReturned: 25,
} as const
export type ChangeType = (typeof changeTypes)[keyof typeof changeTypes]

/** Sends notifications, with three retries until the answer is 200. */
export type Notifier = {
  /** Resolves when the receiver has answered or failed. */
  notify(paymentId: string, changeType?: ChangeType): Promise<void>
  /** Aborts pending requests. */
  close(): void
}

const timeoutMs = 5_000
const maxRetries = 3

/**
 * `header`: the static pair registered with Cielo. Without a url nothing is sent. `again` schedules a retry.
 */
export function openNotifier(
  url: string | null,
  header: { name: string; value: string } | null,
  again: (work: () => void) => void = () => {},
): Notifier {
  const closing = new AbortController()
  const send = async (
    content: { PaymentId: string; ChangeType: ChangeType },
    left: number,
  ): Promise<void> => {
    if (url === null || closing.signal.aborted) return
    const headers = { 'content-type': 'application/json', ...(header ? { [header.name]: header.value } : {}) }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    if ((await statusOf(url, { method: 'POST', headers, body: JSON.stringify(content), signal })) === 200)
      return
    if (left > 0) again(() => void send(content, left - 1))
  }
  return {
    notify: (paymentId, changeType = changeTypes.status) =>
      send({ PaymentId: paymentId, ChangeType: changeType }, maxRetries),
    close: () => closing.abort(),
  }
}

/** Null without an answer. */
async function statusOf(url: string, request: RequestInit): Promise<number | null> {
  try {
    const reply = await fetch(url, request)
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return null
  }
}
