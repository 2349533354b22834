import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { askOver } from './line.ts'

export type CieloSettings = {
  /** Base address of sales, captures and voids. */
  readonly transactionUrl: string
  /** Base address of queries: Cielo has two hosts. */
  readonly queryUrl: string
  readonly merchantId: string
  readonly merchantKey: string
  /** At most 13 letters or digits. */
  readonly softDescriptor: string
  /** Time budget of one port method, shared by its calls. */
  readonly timeoutMs: number
  readonly clock: Clock
  /**
   * A static header that Cielo sends with notifications, in place of a signature
   * (src/acquirer/server/cielo/README.md#13-notification). Null accepts any sender.
   */
  readonly notificationHeader?: { readonly name: string; readonly value: string } | null
  /** Whether 3DS is configured, without which Cielo refuses debit. */
  readonly sellsDebit?: boolean
  /** True only for the simulator, which serves sales and queries at one address. */
  readonly isOneHost?: boolean
}

/** An HTTP answer with its JSON; `body` is null when empty (`isEmpty`) or unreadable. */
export type CieloAnswer = { status: number; body: unknown; isEmpty: boolean }
/** Time-out, refused connection or dropped socket. */
export type NoAnswer = { status: null; detail: string }

export type CieloCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  /** Sends a sale to the query host, to find out which host it is. */
  onQueryHost?: boolean
  /** Share of the time budget, above 0 to 1; default 1. */
  share?: number
}

/** One call to Cielo. Never throws, and never logs bodies. */
export async function callCielo(settings: CieloSettings, call: CieloCall): Promise<CieloAnswer | NoAnswer> {
  const base = call.method === 'GET' || call.onQueryHost ? settings.queryUrl : settings.transactionUrl
  try {
    const { status, text } = await askOver(base.replace(/\/$/, '') + call.path, {
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

/** A loggable reason, without address or content. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
