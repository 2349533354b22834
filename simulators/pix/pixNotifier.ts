import type { Charge, PixPayment } from './ledger/records.ts'
import { pixBody } from './api/bodies.ts'

/** Sends the webhook POST {url}/pix, without retries. */
export type PixNotifier = {
  /** Resolves when the receiver has answered or failed; null sends nothing. */
  notify(url: string | null, news: { charge: Charge; paid: PixPayment }): Promise<void>
  /** Aborts pending requests. */
  close(): void
}

const timeoutMs = 5_000

export function openPixNotifier(): PixNotifier {
  const closing = new AbortController()
  return {
    async notify(url, { charge, paid }) {
      if (url === null || closing.signal.aborted) return
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ pix: [pixBody(charge, paid)] })
      try {
        await (await fetch(`${url}/pix`, { method: 'POST', headers, body, signal })).arrayBuffer()
      } catch {
        // Retries differ from bank to bank.
      }
    },
    close: () => closing.abort(),
  }
}
