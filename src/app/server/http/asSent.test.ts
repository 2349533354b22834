import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { failTexts } from '#app/failTexts.ts'
import { acquirersOf } from '#app/server/start.ts'
import { endpoint } from '#kit/endpoint.ts'
import { installErrorHandler } from '#kit/server/http/errors.ts'
import { mount } from '#kit/server/http/mount.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { heldAnswers } from '#test/support/wire/heldAnswers.ts'

const answers = heldAnswers()
/** Calls as other programs send them: what is asked for is clear, whatever comes with it. */
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({
    acquirerTimeoutMs: 25_000,
    acquirers: (cielo, bacen) => acquirersOf(answers.of(cielo), bacen),
  })
  await setReserve(portal, {})
})
afterAll(() => portal.close())

const opened = async () => {
  const client = portal.client()
  return { client, token: await openTransaction(client, await portal.openTicket(130)) }
}

describe('a notification that cannot be read is answered 200, and not received', () => {
  it.each<[string, string, string]>([
    ['no JSON', 'application/json', '{"PaymentId":'],
    ['nothing', 'application/json', ''],
    ['XML', 'application/xml', '<a/>'],
    ['no type at all', 'x', 'hello'],
    ['more than 64 KiB', 'application/json', JSON.stringify('x'.repeat(70_000))],
  ])('%s', async (_, type, body) => {
    const answer = await fetch(`${portal.client().url}/webhooks/acquirer`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect([answer.status, await answer.json()]).toEqual([200, { data: { received: false } }])
  })
})

describe('an address that nothing can have', () => {
  it.each([
    ['GET', '/api/pm_transaction/nao-existe'],
    ['POST', '/api/pm_transaction/nao-existe/cancelPayment'],
    ['GET', `/api/pm_transaction/${'0'.repeat(33)}/qrcode`],
  ])('%s %s is answered as one that nothing has', async (method, path) => {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    expect(await client.send(method, path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

it('an empty body may name its type', async () => {
  const { client, token } = await opened()
  const answer = await client.raw(`/api/pm_transaction/${token}/cancelPayment`, '', 'application/json')
  expect(at(must(answer).body, 'data.state')).toBe('cancelled')
})

describe('a conflict tells how the transaction is by now', () => {
  it('of a payment that is over', async () => {
    const { client, token } = await opened()
    must(await pay(client, token, cardEndingIn(1)))
    const answer = await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 2 })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'payment_final', data: { ws_token: token, state: 'captured' } },
    })
  })

  it('of a payment that another one is in the way of', async () => {
    const code = await portal.openTicket(130)
    const [first, second] = [portal.client(), portal.client()]
    const tokens = [await openTransaction(first, code), await openTransaction(second, code)] as const
    const { there, go } = answers.hold('authorise')
    const held = pay(first, tokens[0], cardEndingIn(1))
    await there
    const answer = await pay(second, tokens[1], cardEndingIn(1, 2))
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'payment_in_flight', data: { ws_token: tokens[1], state: 'created' } },
    })
    go()
    must(await held)
  })

  it('of a reservation whose car has not come', async () => {
    const car = await reserved(portal, 1)
    expect(await car.confirm()).toMatchObject({
      status: 409,
      body: { code: 'not_entered', data: { ws_token: car.token } },
    })
  })
})

it('municipalities may be kept by a browser; a refusal, and anything else, may not', async () => {
  const kept = async (path: string, headers = {}) =>
    (await portal.client().get(path, { headers })).headers.get('cache-control')
  expect(await kept('/api/gl_city?q=Curitiba')).toBe('private, max-age=3600')
  expect(await kept('/api/gl_city?q=Curitiba', { 'x-api-user-id': 'old', 'x-api-token': 'page' })).toBe(
    'no-store',
  )
  expect(await kept('/api/parking/stats')).toBe('no-store')
})

it('an answer that breaks its contract is kept by nobody', async () => {
  const app = Fastify()
  installErrorHandler(app, { texts: failTexts, isDatabaseDown: () => false })
  const reply = z.object({ data: z.string().check(z.maxLength(3)) })
  const read = endpoint({
    method: 'GET',
    path: '/api/kept',
    access: 'anyone',
    summary: '',
    reply,
    keptS: 60,
    errors: {},
  })
  const answers = ['yes', 'too long'].values()
  mount(
    app,
    read,
    async () => null,
    async () => ({ data: answers.next().value ?? '' }),
  )
  const [kept, broken] = [await app.inject('/api/kept'), await app.inject('/api/kept')]
  expect([kept.statusCode, kept.headers['cache-control']]).toEqual([200, 'private, max-age=60'])
  expect([broken.statusCode, broken.headers['cache-control']]).toEqual([500, undefined])
})
