/**
 * Sends Cielo's notification POST (docs/cielo.md#13-notification). Nothing is promised: no repeats, errors
 * are dropped.
 */
export type Notifier = {
  /** Answers when the receiver has answered or failed. */
  notify(paymentId: string): Promise<void>
  /** Gives up what is under way. */
  close(): void
}

const patienceMs = 5_000

/** `header` is the static pair that the merchant registered with Cielo. Without a url nothing is sent. */
export function openNotifier(url: string | null, header: { name: string; value: string } | null): Notifier {
  const closing = new AbortController()
  return {
    async notify(paymentId) {
      if (url === null || closing.signal.aborted) return
      const headers = {
        'content-type': 'application/json',
        ...(header ? { [header.name]: header.value } : {}),
      }
      const body = JSON.stringify({ PaymentId: paymentId, ChangeType: 1 })
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)])
      try {
        await (await fetch(url, { method: 'POST', headers, body, signal })).arrayBuffer()
      } catch {
        // The receiver is down: the real one would try again in half an hour.
      }
    },
    close: () => closing.abort(),
  }
}
