import Fastify from 'fastify'
import { expect } from 'vitest'
import { installLoadLimits } from '#app/server/http/loadLimits.ts'
import type { Caller } from '#app/server/requests/callerOf.ts'
import { readSession } from '#session/contract.ts'
import type { LimitName } from '#session/limits.ts'
import type { LimitScenario } from './limitScenario.ts'

type Sender = { caller: Caller; remoteAddress: string }

/** `owner` is answered `served` times of five requests a minute, and refused then; `stranger` is answered still. */
const walk =
  (owner: Sender[], served: number, stranger: Sender, path = '/'): LimitScenario =>
  async () => {
    const app = Fastify()
    let caller: Caller = { kind: 'anonymous' }
    await installLoadLimits(app, { overloadDelayMs: 0, rateLimitPerMinute: 5 }, () => caller)
    for (const url of new Set(['/', path])) app.get(url, async () => 'ok')
    const send = async (sender: Sender) => {
      caller = sender.caller
      return (await app.inject({ url: path, remoteAddress: sender.remoteAddress })).statusCode
    }
    const answers: number[] = []
    for (let sent = 0; sent <= served; sent += 1)
      for (const sender of owner.slice(sent % owner.length, (sent % owner.length) + 1))
        answers.push(await send(sender))
    expect(answers).toEqual([...Array.from({ length: served }, () => 200), 500])
    expect(await send(stranger)).toBe(200)
    await app.close()
  }

/** The same caller from two addresses of one /64, and from another network. */
const [one, two, elsewhere] = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1']
const from = (remoteAddress: string, caller: Caller): Sender => ({ caller, remoteAddress })
const ofNet = (caller: Caller) => [from(one, caller), from(two, caller)]

export const requestScenarios = {
  requests: walk(ofNet({ kind: 'anonymous' }), 5, from(elsewhere, { kind: 'anonymous' })),
  requests_own: walk(
    [from(one, { kind: 'own', key: 'device a' }), from(elsewhere, { kind: 'own', key: 'device a' })],
    5,
    from(one, { kind: 'own', key: 'device b' }),
  ),
  // Of five a session has one, and payments have two.
  requests_known: walk(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((key, nth) => from(nth % 2 === 0 ? one : two, { kind: 'known', key })),
    5,
    from(elsewhere, { kind: 'known', key: 'g' }),
  ),
  requests_session: walk(
    [from(one, { kind: 'known', key: 'a' }), from(elsewhere, { kind: 'known', key: 'a' })],
    1,
    from(one, { kind: 'known', key: 'b' }),
  ),
  requests_session_paying: walk(
    [from(one, { kind: 'known', key: 'a' }), from(elsewhere, { kind: 'known', key: 'a' })],
    2,
    from(one, { kind: 'known', key: 'b' }),
    readSession.path,
  ),
  // The five of the address, and a fifth of it.
  requests_presented: walk(ofNet({ kind: 'presented' }), 6, from(elsewhere, { kind: 'presented' })),
} satisfies Partial<Record<LimitName, LimitScenario>>
