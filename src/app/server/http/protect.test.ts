import Fastify, { type FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { Fail } from '#kit/fail.ts'
import { protect } from './protect.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server whose process stands still for longer than the load is sampled, at once or after some samples. */
async function standStill(overloadDelayMs: number, samplesFirst: number): Promise<number> {
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => reply.status(error instanceof Fail ? 503 : 500).send())
  app.get('/', async () => 'ok')
  await protect(app, { overloadDelayMs, rateLimitPerMinute: 0 })
  await app.ready()
  const samples = performance.now() + samplesFirst * 12
  while (performance.now() < samples) await nextTurn()
  const until = performance.now() + 1100
  while (performance.now() < until);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  return (await app.inject('/')).statusCode
}

it('a process that stood still before anything was measured serves', async () => {
  expect(await standStill(5000, 0)).toBe(200)
})

it('one that was measured to keep calls waiting for longer than they may refuses', async () => {
  expect(await standStill(20, 5)).toBe(503)
})
