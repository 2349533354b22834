import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { askOver } from './line.ts'

export type CieloSettings = {
  /** Base address for sales, captures and voids. */
  readonly transactionUrl: string
  /** Base address for queries; Cielo has two hosts. */
  readonly queryUrl: string
  readonly merchantId: string
  readonly merchantKey: string
  /** At most 13 letters or digits on the card statement. */
  readonly softDescriptor: string
  /** Budget of one method of the port, in milliseconds; methods of several calls share it. */
  readonly timeoutMs: number
  readonly clock: Clock
  /**
   * Cielo signs nothing; it sends back a static header of ours (src/acquirer/server/cielo/README.md#13-notification). Null
   * believes anybody.
   */
  readonly notificationHeader?: { readonly name: string; readonly value: string } | null
  /** Whether somebody authenticates cardholders, without which Cielo sells no debit. */
  readonly sellsDebit?: boolean
  /** The simulator answers sales and queries at one address; Cielo never does. */
  readonly isOneHost?: boolean
}

/** An HTTP answer with its body as JSON; `null` body when it was empty (`isEmpty`) or unreadable. */
export type CieloAnswer = { status: number; body: unknown; isEmpty: boolean }
/** No HTTP answer at all: time-out, refused connection, dropped socket. */
export type NoAnswer = { status: null; detail: string }

export type CieloCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  /** Asks the host of queries what belongs to the other, to learn which of the two it is. */
  onQueryHost?: boolean
  /** The part of the budget that this call may use, above 0 to 1; all of it unless told. */
  share?: number
}

/** One call to Cielo. Never throws: a failure of the network is an answer too. Bodies are never logged. */
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

/** What a log may say of a call without an answer: no address, and nothing of what was sent. */
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
