import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { type HttpAnswer, createHttpClient } from '../httpClient.ts'

export type CieloSettings = {
  readonly transactionUrl: string
  /** Cielo answers queries at a host of its own. */
  readonly queryUrl: string
  readonly merchantId: string
  readonly merchantKey: string
  /** At most 13 letters or digits. */
  readonly softDescriptor: string
  readonly timeoutMs: number
  readonly clock: Clock
  /**
   * The header replaces a signature; null accepts any sender (src/acquirer/server/cielo/README.md#13-notification).
   */
  readonly notificationHeader?: { readonly name: string; readonly value: string } | null
  readonly sellsDebit?: boolean
  readonly isSingleHost?: boolean
}

type CieloCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  onQueryHost?: boolean
  timeoutShare?: number
}

export function getSale(settings: CieloSettings, reference: string, timeoutShare = 1): Promise<HttpAnswer> {
  return callCielo(settings, { method: 'GET', path: salePath(reference), timeoutShare })
}

export const salePath = (reference: string) => `/1/sales/${encodeURIComponent(reference)}`

const http = createHttpClient({ keepAlive: true, timeout: 4_000 })

/** Never throws, and never logs bodies. */
export function callCielo(settings: CieloSettings, call: CieloCall): Promise<HttpAnswer> {
  const base = call.method === 'GET' || call.onQueryHost ? settings.queryUrl : settings.transactionUrl
  return http({
    method: call.method,
    url: base.replace(/\/$/, '') + call.path,
    headers: {
      MerchantId: settings.merchantId,
      MerchantKey: settings.merchantKey,
      'Content-Type': 'application/json',
      RequestId: randomUUID(),
    },
    body: call.method === 'GET' ? null : call.body ? JSON.stringify(call.body) : '',
    timeoutMs: settings.timeoutMs * (call.timeoutShare ?? 1),
  })
}
