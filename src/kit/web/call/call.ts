import * as z from 'zod/mini'
import {
  fillPath,
  type Endpoint,
  type ReplyOf,
  type SentBody,
  type SentParams,
  type SentQuery,
} from '../../endpoint.ts'
import { failureOf, readRefusal, succeeded } from './answered.ts'
import { CallFailure, callTexts, noAnswer } from '../failure.ts'
import { forgeryCookie, request, type Answer, type Answered, type Sent, answeredAlready } from './request.ts'
import { doorFor, type Door } from './door.ts'
import { changedUser, unauthorizedCount } from './guest.ts'
import { reloadOnce } from './reload.ts'
import { retryingCalls } from '../notice/online.ts'
import { valueIn } from '../../text/lookUp.ts'

type Part<K extends string, T> = undefined extends T ? { [P in K]?: undefined } : { [P in K]: T }

/** `answered`: an early response. `once`: no automatic retry. */
type CallParts<E extends Endpoint> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>> &
  Pick<LooseParts, 'signal' | 'answered' | 'once'>

export type PartsArg<E extends Endpoint> =
  Record<string, never> extends CallParts<E> ? [parts?: CallParts<E>] : [parts: CallParts<E>]

/** Throws a `CallFailure`. Renews the cookie, passes a `Door`, retries a busy read once. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[parts]: PartsArg<E>
): Promise<ReplyOf<E>> {
  return callWith(endpoint, parts)
}

type LooseParts = {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
  answered?: Answered | undefined
  once?: true
}

/** As `call`, for generic code. */
export async function callWith<const E extends Endpoint>(
  endpoint: E,
  parts?: LooseParts,
): Promise<ReplyOf<E>> {
  const url = fillPath(endpoint.path, textValues(parts?.params)) + queryText(parts?.query)
  const { body, signal, answered, once } = parts ?? {}
  const { method } = endpoint
  const repeats = once !== true && (method === 'GET' || endpoint.reads === true)
  const answer = await send({ method, url, body, signal, answered, repeats })
  const reply = z.safeParse<E['reply']>(endpoint.reply, answer.body)
  if (reply.success) return reply.data
  throw new CallFailure({
    status: answer.status,
    code: 'undefined_response',
    message: callTexts.undefinedResponse,
    cause: reply.error,
  })
}

let first: (sent: Sent) => Promise<void> = async () => undefined

/** Runs before each writing call; if it throws, nothing is sent. */
export function runBeforeWrites(work: typeof first): void {
  first = work
}

/** With the retries of `call`. Throws a `CallFailure`. */
export async function send(sent: Sent): Promise<Answer> {
  if (sent.method !== 'GET') await first(sent)
  if (sent.method !== 'GET' && forgeryCookie() === '') await fetchCookie()
  const ask = sender(sent)
  let answer = await ask()
  if (answer.status === 419) {
    await fetchCookie()
    answer = await ask()
  }
  const shut = closedDoor(answer)
  if (shut) {
    await passDoor(shut)
    answer = await ask()
    // The second refusal may name the required grade (docs/spec.md#r20).
    const second = closedDoor(answer)
    if (second && hasGrade(second) && !hasGrade(shut)) {
      await passDoor(second)
      answer = await ask()
    }
  }
  if (succeeded(answer)) return answer
  if (answer.status === 401) {
    const { code, data } = readRefusal(answer)
    if (code === 'api_token') reloadOnce()
    else if (code === 'session_changed') changedUser.set({ user: valueIn(data, 'user') ?? null })
    else unauthorizedCount.set((times) => times + 1)
  }
  throw failureOf(answer)
}

async function passDoor({ door, data }: ShutDoor): Promise<void> {
  try {
    await door.pass(data)
  } catch (cause) {
    throw cause instanceof CallFailure ? cause : noAnswer(cause)
  }
}

type ShutDoor = { door: Door; data: unknown }

function closedDoor(answer: Answer): ShutDoor | null {
  const { code, data } = readRefusal(answer)
  const door = answer.status === 403 ? doorFor(code) : null
  return door && { door, data }
}

const hasGrade = ({ data }: ShutDoor) => valueIn(data, 'grade') !== undefined

async function fetchCookie(): Promise<void> {
  await request({ method: 'GET', url: '/sanctum/csrf-cookie' })
}

function textValues(parts: unknown): Record<string, string> {
  if (typeof parts !== 'object' || parts === null) return {}
  const present = Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

function queryText(query: unknown): string {
  const text = new URLSearchParams(textValues(query)).toString()
  return text === '' ? '' : `?${text}`
}

const longestS = 10

/** A read refused with 503 is repeated once after Retry-After (docs/spec.md#errors). */
function sender(sent: Sent): () => Promise<Answer> {
  let { answered } = sent
  let mayRepeat = sent.repeats === true
  return async () => {
    const early = answered
    answered = undefined
    const answer = await (early ? answeredAlready(early).catch(() => request(sent)) : request(sent))
    const { status, retryAfterSeconds: seconds } = answer
    if (!mayRepeat || status !== 503 || seconds === null || seconds > longestS) return answer
    mayRepeat = false
    retryingCalls.set((count) => count + 1)
    await pause(seconds * 1000, sent.signal).finally(() => retryingCalls.set((count) => count - 1))
    return request(sent)
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
