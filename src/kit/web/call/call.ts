import * as z from 'zod/mini'
import {
  fillPath,
  type Endpoint,
  type ReplyOf,
  type SentBody,
  type SentParams,
  type SentQuery,
} from '../../endpoint.ts'
import { toCallFailure, readErrorBody, isSuccess, undefinedResponseText } from './responseFailure.ts'
import { CallFailure, toPageFailure } from '../failure.ts'
import {
  readCsrfCookie,
  sendRequest,
  type ApiResponse,
  type EarlyResponse,
  type ApiRequest,
  readEarlyResponse,
} from './request/request.ts'
import { findChallengeHandler, type ChallengeHandler } from './challengeHandler.ts'
import { sessionChange, unauthorizedCount } from './sessionSignals.ts'
import { reloadOnce } from './reload.ts'
import { withinLimit } from './request/withinLimit.ts'
import { retryingCallCount } from '../notice/connection.ts'
import { readProperty } from '../../text/lookUp.ts'

type Part<K extends string, T> = undefined extends T ? { [P in K]?: undefined } : { [P in K]: T }

/** `earlyResponse` was requested before this call. `once` forbids the retry. */
type CallParts<E extends Endpoint> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>> &
  Pick<UntypedCallParts, 'signal' | 'earlyResponse' | 'once' | 'headers'>

export type CallArgs<E extends Endpoint> =
  Record<string, never> extends CallParts<E> ? [parts?: CallParts<E>] : [parts: CallParts<E>]

/** Throws a `CallFailure`. Renews the CSRF cookie, solves a challenge, retries a busy read once. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[parts]: CallArgs<E>
): Promise<ReplyOf<E>> {
  return callUntyped(endpoint, parts)
}

type UntypedCallParts = {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
  earlyResponse?: EarlyResponse | undefined
  once?: true
  headers?: Readonly<Record<string, string>>
}

/** Of a ticket's price (docs/spec.md#r49). */
export const lookUpLimitMs = 15_000

/** As `call`, without checked parts: for generic code. */
export async function callUntyped<const E extends Endpoint>(
  endpoint: E,
  parts?: UntypedCallParts,
): Promise<ReplyOf<E>> {
  const url = fillPath(endpoint.path, textValues(parts?.params)) + toQueryString(parts?.query)
  const { body, signal, earlyResponse, once, headers } = parts ?? {}
  const { method, reads } = endpoint
  const canRetry = once !== true && (method === 'GET' || reads === true)
  const limitMs = reads === true ? lookUpLimitMs : undefined
  const answer = await sendWithRetries({
    method,
    url,
    body,
    signal,
    headers,
    earlyResponse,
    canRetry,
    limitMs,
  })
  const reply = z.safeParse<E['reply']>(endpoint.reply, answer.body)
  if (reply.success) return reply.data
  throw new CallFailure({
    status: answer.status,
    code: 'undefined_response',
    message: undefinedResponseText,
    cause: reply.error,
  })
}

let beforeWrite: (sent: ApiRequest) => Promise<void> = async () => undefined

/** Runs before each writing call; if it throws, nothing is sent. */
export function setBeforeWriteHook(work: typeof beforeWrite): void {
  beforeWrite = work
}

/** Sends a request with the retries of `call`. Throws a `CallFailure`. */
export async function sendWithRetries(sent: ApiRequest): Promise<ApiResponse> {
  if (sent.method !== 'GET') await beforeWrite(sent)
  if (sent.method !== 'GET' && readCsrfCookie() === '') await fetchCsrfCookie()
  const ask = createSender(sent)
  let answer = await ask()
  if (answer.status === 419) {
    await fetchCsrfCookie()
    answer = await ask()
  }
  const challenge = findChallenge(answer)
  if (challenge) {
    await solveChallenge(challenge)
    answer = await ask()
    // The second refusal may name the required grade (docs/spec.md#r20).
    const second = findChallenge(answer)
    if (second && hasGrade(second) && !hasGrade(challenge)) {
      await solveChallenge(second)
      answer = await ask()
    }
  }
  if (isSuccess(answer)) return answer
  if (answer.status === 401) {
    const { code, data } = readErrorBody(answer)
    if (code === 'api_token') reloadOnce()
    else if (code === 'session_changed') sessionChange.set({ user: readProperty(data, 'user') ?? null })
    else unauthorizedCount.set((times) => times + 1)
  }
  throw toCallFailure(answer)
}

async function solveChallenge({ handler, data }: PendingChallenge): Promise<void> {
  try {
    await handler.solve(data)
  } catch (cause) {
    throw await toPageFailure(cause)
  }
}

type PendingChallenge = { handler: ChallengeHandler; data: unknown }

function findChallenge(answer: ApiResponse): PendingChallenge | null {
  const { code, data } = readErrorBody(answer)
  const handler = answer.status === 403 ? findChallengeHandler(code) : null
  return handler && { handler, data }
}

const hasGrade = ({ data }: PendingChallenge) => readProperty(data, 'grade') !== undefined

async function fetchCsrfCookie(): Promise<void> {
  await sendRequest({ method: 'GET', url: '/sanctum/csrf-cookie' })
}

function textValues(parts: unknown): Record<string, string> {
  if (typeof parts !== 'object' || parts === null) return {}
  const present = Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

function toQueryString(query: unknown): string {
  const text = new URLSearchParams(textValues(query)).toString()
  return text === '' ? '' : `?${text}`
}

const maxRetryAfterS = 10

/** A read refused with 503 is repeated once after Retry-After (docs/spec.md#errors). */
function createSender(sent: ApiRequest): () => Promise<ApiResponse> {
  let { earlyResponse } = sent
  let mayRepeat = sent.canRetry === true
  return async () => {
    const early = earlyResponse
    earlyResponse = undefined
    const answer = await (early ? readEarly(sent, early).catch(() => sendRequest(sent)) : sendRequest(sent))
    const { status, retryAfterSeconds: seconds } = answer
    if (!mayRepeat || status !== 503 || seconds === null || seconds > maxRetryAfterS) return answer
    mayRepeat = false
    retryingCallCount.set((count) => count + 1)
    await delay(seconds * 1000, sent.signal).finally(() => retryingCallCount.set((count) => count - 1))
    return sendRequest(sent)
  }
}

function readEarly(
  { limitMs = lookUpLimitMs, signal }: ApiRequest,
  early: EarlyResponse,
): Promise<ApiResponse> {
  return withinLimit(limitMs, signal, () => readEarlyResponse(early))
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish)
  })
}
