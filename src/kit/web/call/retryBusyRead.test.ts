import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { data, endpoint } from '../../endpoint.ts'
import { retryingText, retryingCallCount } from '../notice/connection.ts'
import { call } from './call.ts'

const reply = data(z.object({ ok: z.boolean() }))
const rest = { summary: 'Test.', reply }
const get = endpoint('GET', '/api/price', 'anyone', rest)
const look = endpoint('POST', '/api/price', 'anyone', { ...rest, reads: true })
const pay = endpoint('POST', '/api/price', 'anyone', rest)

type Canned = { status: number; after?: string }
const ok: Canned = { status: 200 }
const busy: Canned = { status: 503, after: '2' }
let asked = 0

/** Answers the next calls in order; the last one repeats. */
function serverAnswers(...answers: Canned[]): void {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    const { status, after } = answers[Math.min(asked++, answers.length - 1)] ?? ok
    const headers = new Headers(after === undefined ? [] : [['Retry-After', after]])
    return new Response(JSON.stringify({ data: { ok: true } }), { status, headers })
  })
}

/** The result of a call and the number of requests after some time. */
async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  let came: unknown = 'nothing'
  promise.then(
    () => (came = 'answer'),
    (failure: unknown) => (came = failure instanceof Error ? failure.message : failure),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return [came, asked]
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc', querySelector: () => ({ getAttribute: () => 'x' }) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([get, look])('a read is retried at a busy server after Retry-After ($method)', async (one) => {
  serverAnswers(busy, ok)
  const reading = call(one)
  expect(await after(1900, reading)).toEqual(['nothing', 1])
  expect([retryingCallCount.get(), retryingText]).toEqual([1, expect.stringContaining('de novo sozinha')])
  expect(await after(100, reading)).toEqual(['answer', 2])
  expect(retryingCallCount.get()).toBe(0)
})

it('once: after a second 503 the error has the time to retry', async () => {
  serverAnswers(busy)
  expect(await after(60_000, call(get))).toEqual([expect.stringContaining('em 2 segundos.'), 2])
})

it('writes and calls with `once` are not retried', async () => {
  serverAnswers(busy)
  expect(await after(60_000, call(pay))).toEqual([expect.any(String), 1])
  serverAnswers(busy)
  expect(await after(60_000, call(get, { once: true }))).toEqual([expect.any(String), 1])
})

it('a long or missing Retry-After is not waited for', async () => {
  serverAnswers({ status: 503, after: '30' })
  expect(await after(60_000, call(get))).toEqual([expect.stringContaining('em 30 segundos.'), 1])
  serverAnswers({ status: 503 })
  expect(await after(60_000, call(get))).toEqual([expect.any(String), 1])
})

it('an aborted call stops waiting', async () => {
  serverAnswers(busy)
  const left = new AbortController()
  const reading = call(get, { signal: left.signal })
  await after(500, reading)
  left.abort()
  await after(0, reading)
  expect(retryingCallCount.get()).toBe(0)
})

it('a call aborted before is not retried', async () => {
  serverAnswers(ok)
  const response = new Response('{}', { status: 503, headers: { 'Retry-After': '5' } })
  const earlyResponse = { response, receivedAt: Date.now() }
  await after(0, call(look, { signal: AbortSignal.abort(), earlyResponse }))
  expect(retryingCallCount.get()).toBe(0)
})
