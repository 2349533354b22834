import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { installErrorHandler } from '#kit/server/http/errors.ts'
import { failTexts } from '../../failTexts.ts'
import { limitConcurrentCalls } from './limitConcurrentCalls.ts'

let app: FastifyInstance
afterEach(() => app.close())

it('calls above the limit get 503 at once, except payments in progress and gates; afterwards all are served', async () => {
  app = Fastify()
  installErrorHandler(app, { texts: failTexts, isDatabaseDown: () => false })
  limitConcurrentCalls(app, 2, { 'x-frame-options': 'DENY' })
  let begun = 0
  app.addHook('onRequest', async () => void (begun += 1))
  const { promise: answers, resolve: answer } = Promise.withResolvers<string>()
  app.post('/api/tk_ticket/read', () => answers)
  app.post('/api/pm_transaction/:token/pay', async () => 'paid')
  app.post('/equipment/v1/exits', async () => 'open')
  await app.ready()
  const post = async (url: string) => app.inject({ method: 'POST', url })
  const first = [post('/api/tk_ticket/read'), post('/api/tk_ticket/read')]
  const refused = await post('/api/tk_ticket/read')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers).toMatchObject({ 'retry-after': '2', 'x-frame-options': 'DENY' })
  expect(refused.json()).toEqual({ message: failTexts.unavailable, code: 'unavailable', status: 503 })
  // Both calls are counted now.
  expect((await post('/api/tk_ticket/read')).statusCode).toBe(503)
  expect(begun).toBe(3)
  expect((await post('/api/pm_transaction/abc/pay')).body).toBe('paid')
  expect((await post('/equipment/v1/exits')).body).toBe('open')
  answer('read')
  for (const { body } of await Promise.all(first)) expect(body).toBe('read')
  // Both calls have ended.
  const again = await Promise.all([post('/api/tk_ticket/read'), post('/api/tk_ticket/read')])
  expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

it('payments in progress take the places of new calls, except the last quarter', async () => {
  app = Fastify()
  limitConcurrentCalls(app, 4, {})
  const { promise: bank, resolve: answer } = Promise.withResolvers<string>()
  const { promise: slow, resolve: answerSlow } = Promise.withResolvers<string>()
  app.post('/api/tk_ticket/read', async () => 'read')
  app.post('/api/account/set_account', () => slow)
  app.post('/api/pm_transaction/:token/pay', () => bank)
  await app.ready()
  const post = async (url: string) => app.inject({ method: 'POST', url })
  const statusOf = async (url: string) => (await post(url)).statusCode
  const pays = Array.from({ length: 9 }, () => post('/api/pm_transaction/abc/pay'))
  // New calls still have places while payments wait for the bank.
  expect(await statusOf('/api/tk_ticket/read')).toBe(200)
  const typed = post('/api/account/set_account')
  expect(await statusOf('/api/tk_ticket/read')).toBe(503)
  answerSlow('typed')
  expect((await typed).body).toBe('typed')
  expect(await statusOf('/api/tk_ticket/read')).toBe(200)
  answer('paid')
  for (const { body } of await Promise.all(pays)) expect(body).toBe('paid')
})
