import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { sendRequest } from './http.ts'
import { readJson } from '../readJson.ts'

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
   * In place of a signature; null accepts any sender (src/acquirer/server/cielo/README.md#13-notification).
   */
  readonly notificationHeader?: { readonly name: string; readonly value: string } | null
  readonly sellsDebit?: boolean
  readonly isOneHost?: boolean
}

/** `body` is null when empty (`isEmpty`) or unreadable. */
export type CieloAnswer = { status: number; body: unknown; isEmpty: boolean }
export type NoAnswer = { status: null; detail: string }

type CieloCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  onQueryHost?: boolean
  share?: number
}

/** Never throws, and never logs bodies. */
export async function callCielo(settings: CieloSettings, call: CieloCall): Promise<CieloAnswer | NoAnswer> {
  const base = call.method === 'GET' || call.onQueryHost ? settings.queryUrl : settings.transactionUrl
  try {
    const { status, text } = await sendRequest(base.replace(/\/$/, '') + call.path, {
      method: call.method,
      headers: {
        MerchantId: settings.merchantId,
        MerchantKey: settings.merchantKey,
        'Content-Type': 'application/json',
        RequestId: randomUUID(),
      },
      body: call.body ? JSON.stringify(call.body) : '',
      timeoutMs: Math.max(1, Math.floor(settings.timeoutMs * (call.share ?? 1))),
    })
    return { status, body: readJson(text), isEmpty: text === '' }
  } catch (error) {
    return { status: null, detail: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
