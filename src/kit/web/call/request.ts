import { reportOnline } from '../notice/online.ts'
import { noteServerTime } from '../time/serverClock.ts'
import { noAnswer } from '../failure.ts'

export type Sent = {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal | undefined
  answered?: Answered | undefined
  repeats?: boolean
}

/** `receivedAt` in ms of this device. */
export type Answered = { response: Response; receivedAt: number }

/** `body`: JSON, a Blob for images, or undefined. */
export type Answer = { status: number; body: unknown; retryAfterSeconds: number | null }

/** Throws only without an answer. */
export async function request(sent: Sent): Promise<Answer> {
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
    noteServerTime(response.headers.get('Date'))
    const answer = await answerOf(response)
    reportOnline(true)
    return answer
  } catch (cause) {
    const failure = noAnswer(cause)
    if (failure.code === 'offline') reportOnline(false)
    throw failure
  }
}

/** Throws when the connection breaks. */
export async function answeredAlready({ response, receivedAt }: Answered): Promise<Answer> {
  noteServerTime(response.headers.get('Date'), receivedAt)
  return answerOf(response)
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await read(response), retryAfterSeconds: retryAfter(response) }
}

export function forgeryCookie(): string {
  const pair = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  return pair === undefined ? '' : decodeURIComponent(pair.slice('XSRF-TOKEN='.length))
}

function commonHeaders(): Record<string, string> {
  return {
    'X-XSRF-TOKEN': forgeryCookie(),
    'X-CSRF-TOKEN': meta('csrf-token'),
    'X-API-User-Id': meta('api-user-id'),
    'X-API-Token': meta('api-token'),
  }
}

function meta(name: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  // The cookie's token does as well (docs/spec.md#anti-forgery).
  // oxlint-disable-next-line eslint/no-console -- the only report of such a page
  if (content === '' && name === 'csrf-token') console.warn('The page has no csrf-token.')
  return content
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null
}

async function read(response: Response): Promise<unknown> {
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
