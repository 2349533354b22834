import type { Endpoint } from '#kit/endpoint.ts'
import { at } from '#test/support/client.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { requestKeepAlive } from '#test/support/wire/requestKeepAlive.ts'
import { isFor, type Level, signIn } from './callers.ts'
import { Dice } from './dice.ts'
import { Pool } from './pool.ts'
import { anyRequest, eachField, type FuzzRequest } from './requests.ts'

type Fuzzed = {
  /** Answers by their status; 0 is no answer at all. */
  readonly byStatus: ReadonlyMap<number, number>
  /** What nobody foresaw, with the request that did it: a 500, or no answer. */
  readonly unforeseen: readonly string[]
}

/** So often somebody else comes, and the clock goes on by a minute. */
const turn = 200

/**
 * Sends the calls of one level one after the other: each field of each call once spoilt, then `count` that chance makes.
 * The same seed sends the same to the same portal.
 */
export async function fuzz(
  portal: TestPortal,
  { level, count, seed }: { level: Level; count: number; seed: number },
): Promise<Fuzzed> {
  const dice = new Dice(seed)
  const pool = new Pool()
  pool.learn(portal.demo.tickets)
  const byStatus = new Map<number, number>()
  const unforeseen: string[] = []
  let own = await signIn(portal, level)
  let n = 0
  for (const { request, endpoint } of requests(dice, pool, { level, count })) {
    n += 1
    const sent = { ...request, headers: { ...own, 'idempotency-key': keyFor(dice), ...request.headers } }
    const answer = await send(portal.url, sent)
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1)
    if (answer.status === 0 || answer.status === 500) unforeseen.push(told(portal, request, answer))
    if (answer.status < 300) pool.learn(answer.body)
    const isOut = answer.status === 401 && endpoint !== null && isFor(level, endpoint)
    if (isOut || n % turn === 0) own = await signIn(portal, level)
    if (n % turn === 0) portal.clock.forward(1)
    if (n % turn === 0) portal.logs.length = 0
  }
  return { byStatus, unforeseen }
}

function* requests(dice: Dice, pool: Pool, { level, count }: { level: Level; count: number }) {
  const wanted = (endpoint: Endpoint) => isFor(level, endpoint)
  yield* eachField(dice, pool, wanted)
  for (let n = 0; n < count; n += 1) yield anyRequest(dice, pool, wanted)
}

/** Mostly a new one; now and then one that came before. */
function keyFor(dice: Dice): string {
  return `fuzz-${dice.falls(0.9) ? dice.below(2 ** 31) : dice.below(3)}`
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

/** The request and what the log says of it, for whoever mends it. */
function told(portal: TestPortal, { method, path, headers, body }: FuzzRequest, answer: Answered): string {
  const id = at(answer.body, 'request_id')
  const line = portal.logs.find((each) => each.includes(String(id)) && each.includes('internal error'))
  const cause: unknown = line === undefined ? answer.body : at(JSON.parse(line), 'err.message')
  const sent = typeof body === 'string' ? body.slice(0, 300) : body === null ? '' : '(a form with a file)'
  return `${answer.status} ${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${sent} -> ${JSON.stringify(cause)}`
}
