import { pollServer, reportOnline } from '../../notice/connection.ts'
import { syncServerTime } from '../../time/serverClock.ts'
import { toNetworkFailure } from '../../failure.ts'
import { withinLimit } from './withinLimit.ts'

export type ApiRequest = {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal | undefined
  earlyResponse?: EarlyResponse | undefined
  canRetry?: boolean
  limitMs?: number | undefined
  /** Beside the common ones, or in place of `Accept`. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** docs/spec.md#r49 */
const requestLimitMs = 30_000

/** A response to a request that was sent before React ran. `receivedAt` in ms of this device. */
export type EarlyResponse = { response: Response; receivedAt: number }

/** `body` is parsed JSON, a Blob for images, or undefined. */
export type ApiResponse = { status: number; body: unknown; retryAfterSeconds: number | null }

/** Throws only when no response arrives. */
export async function sendRequest(sent: ApiRequest): Promise<ApiResponse> {
  const { method, url, body, limitMs = requestLimitMs } = sent
  const headers = new Headers({
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...sent.headers,
  })
  for (const [header, value] of Object.entries(commonHeaders())) if (value !== '') headers.set(header, value)
  if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json')
  try {
    const answer = await withinLimit(limitMs, sent.signal, async (signal, restart) => {
      const response = await (body instanceof FormData
        ? (await import('./upload.ts')).upload({ method, url, headers, body, signal }, restart)
        : fetch(url, {
            method,
            headers,
            credentials: 'same-origin',
            signal,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }))
      syncServerTime(response.headers.get('Date'))
      return readResponse(response)
    })
    reportOnline(true)
    return answer
  } catch (cause) {
    const failure = toNetworkFailure(cause)
    if (failure.code === 'offline') reportOnline(false)
    // One slow answer says nothing of the connection.
    if (failure.code === 'timeout') void pollServer()
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
