import type { Charge, Paid } from './ledger/records.ts'
import { pixBody } from './api/bodies.ts'

/**
 * Sends the bank's webhook: POST {url}/pix with what was paid or given back. Nothing is promised: no repeats, errors are
 * dropped.
 */
export type PixNotifier = {
  /** Answers when the receiver has answered or failed. `url` is what the shop registered; null sends nothing. */
  notify(url: string | null, news: { charge: Charge; paid: Paid }): Promise<void>
  /** Gives up what is under way. */
  close(): void
}

const patienceMs = 5_000

export function openPixNotifier(): PixNotifier {
  const closing = new AbortController()
  return {
    async notify(url, { charge, paid }) {
      if (url === null || closing.signal.aborted) return
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)])
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ pix: [pixBody(charge, paid)] })
      try {
        await (await fetch(`${url}/pix`, { method: 'POST', headers, body, signal })).arrayBuffer()
      } catch {
        // The receiver is down: whether a real bank would try again is the bank's own affair.
      }
    },
    close: () => closing.abort(),
  }
}
