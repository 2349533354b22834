import type { Endpoint } from '#kit/endpoint.ts'
import { at } from '#test/support/client.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { requestKeepAlive } from '#test/support/wire/requestKeepAlive.ts'
import { isFor, type Level, signIn } from './callers.ts'
import { Random } from './random.ts'
import { Pool } from './pool.ts'
import { anyRequest, eachField, type FuzzRequest } from './requests.ts'

type Fuzzed = {
  /** Answers by their status; 0 is no answer. */
  readonly byStatus: ReadonlyMap<number, number>
  /** Unexpected answers with their requests: a 500, or no answer. */
  readonly unexpected: readonly string[]
}

/** After so many calls there is a new caller, and the clock advances by a minute. */
const turn = 200

/**
 * Sends the calls of one level one after the other: each field of each call spoilt once, then `count` random ones. The
 * same seed sends the same calls.
 */
export async function fuzz(
  portal: TestPortal,
  { level, count, seed }: { level: Level; count: number; seed: number },
): Promise<Fuzzed> {
  const random = new Random(seed)
  const pool = new Pool()
  pool.learn(portal.demo.tickets)
  const byStatus = new Map<number, number>()
  const unexpected: string[] = []
  let own = await signIn(portal, level)
  let n = 0
  for (const { request, endpoint } of requests(random, pool, { level, count })) {
    n += 1
    const sent = { ...request, headers: { ...own, 'idempotency-key': keyFor(random), ...request.headers } }
    const answer = await send(portal.url, sent)
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1)
    if (answer.status === 0 || answer.status === 500) unexpected.push(describeCall(portal, request, answer))
    if (answer.status < 300) pool.learn(answer.body)
    const isOut = answer.status === 401 && endpoint !== null && isFor(level, endpoint)
    if (isOut || n % turn === 0) own = await signIn(portal, level)
    if (n % turn === 0) portal.clock.forward(1)
    if (n % turn === 0) portal.logs.length = 0
  }
  return { byStatus, unexpected }
}

function* requests(random: Random, pool: Pool, { level, count }: { level: Level; count: number }) {
  const wanted = (endpoint: Endpoint) => isFor(level, endpoint)
  yield* eachField(random, pool, wanted)
  for (let n = 0; n < count; n += 1) yield anyRequest(random, pool, wanted)
}

/** Mostly a new session; sometimes an earlier one. */
function keyFor(random: Random): string {
  return `fuzz-${random.chance(0.9) ? random.below(2 ** 31) : random.below(3)}`
}

type Answered = { status: number; body: unknown }

async function send(url: string, { method, path, headers, body }: FuzzRequest): Promise<Answered> {
  try {
    const sent = body === null || method === 'GET' ? undefined : body
    const reply = await requestKeepAlive(url + path, { method, headers, body: sent })
    const { status, text } = reply
    const isJson = reply.headers.get('content-type')?.includes('json') === true
    return { status, body: isJson && text !== '' ? JSON.parse(text) : null }
  } catch (error) {
    return { status: 0, body: { error: String(error), cause: error instanceof Error ? error.cause : null } }
  }
}

/** The request and its log lines. */
function describeCall(
  portal: TestPortal,
  { method, path, headers, body }: FuzzRequest,
  answer: Answered,
): string {
  const id = at(answer.body, 'request_id')
  const line = portal.logs.find((each) => each.includes(String(id)) && each.includes('internal error'))
  const cause: unknown = line === undefined ? answer.body : at(JSON.parse(line), 'err.message')
  const sent = typeof body === 'string' ? body.slice(0, 300) : body === null ? '' : '(a form with a file)'
  return `${answer.status} ${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${sent} -> ${JSON.stringify(cause)}`
}
