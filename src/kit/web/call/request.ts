import { reportOnline } from '../notice/connection.ts'
import { syncServerTime } from '../time/serverClock.ts'
import { toNetworkFailure } from '../failure.ts'

export type ApiRequest = {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal | undefined
  earlyResponse?: EarlyResponse | undefined
  canRetry?: boolean
}

/** A response to a request that was sent before React ran. `receivedAt` in ms of this device. */
export type EarlyResponse = { response: Response; receivedAt: number }

/** `body` is parsed JSON, a Blob for images, or undefined. */
export type ApiResponse = { status: number; body: unknown; retryAfterSeconds: number | null }

/** Throws only when no response arrives. */
export async function sendRequest(sent: ApiRequest): Promise<ApiResponse> {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  for (const [header, value] of Object.entries(commonHeaders())) if (value !== '') headers.set(header, value)
  const init: RequestInit = { method: sent.method, headers, credentials: 'same-origin' }
  if (sent.signal) init.signal = sent.signal
  if (sent.body instanceof FormData) init.body = sent.body
  else if (sent.body !== undefined) {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(sent.body)
  }
  try {
    const response = await fetch(sent.url, init)
    syncServerTime(response.headers.get('Date'))
    const answer = await readResponse(response)
    reportOnline(true)
    return answer
  } catch (cause) {
    const failure = toNetworkFailure(cause)
    if (failure.code === 'offline') reportOnline(false)
    throw failure
  }
}

export async function readEarlyResponse({ response, receivedAt }: EarlyResponse): Promise<ApiResponse> {
  syncServerTime(response.headers.get('Date'), receivedAt)
  return readResponse(response)
}

async function readResponse(response: Response): Promise<ApiResponse> {
  return {
    status: response.status,
    body: await readBody(response),
    retryAfterSeconds: readRetryAfter(response),
  }
}

export function readCsrfCookie(): string {
  const pair = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  return pair === undefined ? '' : decodeURIComponent(pair.slice('XSRF-TOKEN='.length))
}

function commonHeaders(): Record<string, string> {
  return {
    'X-XSRF-TOKEN': readCsrfCookie(),
    'X-CSRF-TOKEN': readMetaTag('csrf-token'),
    'X-API-User-Id': readMetaTag('api-user-id'),
    'X-API-Token': readMetaTag('api-token'),
  }
}

function readMetaTag(name: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  // The token of the cookie is enough (docs/spec.md#anti-forgery).
  // oxlint-disable-next-line eslint/no-console -- the only report of such a page
  if (content === '' && name === 'csrf-token') console.warn('The page has no csrf-token.')
  return content
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('image/')) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}
