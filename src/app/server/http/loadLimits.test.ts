import Fastify, { type FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { Fail } from '#kit/fail.ts'
import type { Caller } from '../requests/callerOf.ts'
import { installLoadLimits } from './loadLimits.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Blocks the event loop for longer than the sampling interval, several times. */
async function standStill(
  overloadDelayMs: number,
  { times, rateLimitPerMinute = 0 }: { times: number; rateLimitPerMinute?: number },
  caller: Caller = { kind: 'anonymous' },
): Promise<(url: string) => Promise<number>> {
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => reply.status(error instanceof Fail ? 503 : 500).send())
  const paths = [
    '/api/parking/stats',
    '/api/pm_transaction/:token/pay',
    '/equipment/v1/exits',
    '/webhooks/acquirer',
    '/auth/login',
  ]
  for (const path of paths) app.get(path, async () => 'ok')
  await installLoadLimits(app, { overloadDelayMs, rateLimitPerMinute }, () => caller)
  await app.ready()
  for (let time = 0; time < times; time += 1) {
    const samples = performance.now() + time * 60
    while (performance.now() < samples) await nextTurn()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  return async (url) => (await app.inject(url)).statusCode
}

it('a process blocked before the first sample serves requests', async () => {
  const answer = await standStill(5000, { times: 1 })
  expect(await answer('/api/parking/stats')).toBe(200)
})

it('an overloaded process refuses new calls, but no payments in progress, gates or banks', async () => {
  const answer = await standStill(20, { times: 2 })
  const asked = [
    '/api/pm_transaction/abc/pay',
    '/equipment/v1/exits',
    '/webhooks/acquirer',
    '/api/parking/stats',
    '/auth/login',
    '/nothing/here',
  ]
  expect(await Promise.all(asked.map(answer))).toEqual([200, 200, 200, 503, 503, 503])
})

it('under load, unknown payment tokens and device keys use the reserve of their address', async () => {
  const answer = await standStill(20, { times: 2, rateLimitPerMinute: 10 }, { kind: 'presented' })
  const asked = ['/api/pm_transaction/abc/pay', '/equipment/v1/exits', '/api/pm_transaction/abc/pay']
  const statuses: number[] = []
  for (const url of asked) statuses.push(await answer(url))
  expect(statuses).toEqual([200, 200, 503])
})
