import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { failTexts } from '#app/failTexts.ts'
import { acquirersOf } from '#app/server/start.ts'
import { endpoint } from '#kit/endpoint.ts'
import { installErrorHandler } from '#kit/server/http/errors.ts'
import { mount } from '#kit/server/http/mount.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { delayedAnswers } from '#test/support/wire/delayedAnswers.ts'

const answers = delayedAnswers()
/** Unusual but valid requests of other programs. */
const portal = portalOfFile({
  acquirerTimeoutMs: 25_000,
  acquirers: (cielo, bacen) => acquirersOf(answers.of(cielo), bacen),
})
beforeAll(async () => {
  await setReserve(portal, {})
})

const opened = async () => {
  const client = portal.client()
  return { client, token: await openTransaction(client, await portal.openTicket(130)) }
}

describe('a malformed webhook is answered 200 and not recorded', () => {
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

describe('a path parameter that cannot exist', () => {
  it.each([
    ['GET', '/api/pm_transaction/nao-existe'],
    ['POST', '/api/pm_transaction/nao-existe/cancelPayment'],
    ['GET', `/api/pm_transaction/${'0'.repeat(33)}/qrcode`],
  ])('%s %s answers not found', async (method, path) => {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    expect(await client.send(method, path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

it('an empty body may have a content type', async () => {
  const { client, token } = await opened()
  const answer = await client.raw(`/api/pm_transaction/${token}/cancelPayment`, '', 'application/json')
  expect(at(must(answer).body, 'data.state')).toBe('cancelled')
})

describe('a conflict carries the current transaction', () => {
  it('of a finished payment', async () => {
    const { client, token } = await opened()
    must(await pay(client, token, cardEndingIn(1)))
    const answer = await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 2 })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'payment_final', data: { ws_token: token, state: 'captured' } },
    })
  })

  it('of a payment that another one blocks', async () => {
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

  it('of a reservation before the arrival', async () => {
    const car = await reserved(portal, 1)
    expect(await car.confirm()).toMatchObject({
      status: 409,
      body: { code: 'not_entered', data: { ws_token: car.token } },
    })
  })
})

it('only municipalities are cacheable, and only as a success', async () => {
  const kept = async (path: string, headers = {}) =>
    (await portal.client().get(path, { headers })).headers.get('cache-control')
  expect(await kept('/api/gl_city?q=Curitiba')).toBe('private, max-age=3600')
  expect(await kept('/api/gl_city?q=Curitiba', { 'x-api-user-id': 'old', 'x-api-token': 'page' })).toBe(
    'no-store',
  )
  expect(await kept('/api/parking/stats')).toBe('no-store')
})

it('an answer that violates its contract is not cacheable', async () => {
  const app = Fastify()
  installErrorHandler(app, { texts: failTexts, isDatabaseDown: () => false })
  const reply = z.object({ data: z.string().check(z.maxLength(3)) })
  const read = endpoint('GET', '/api/kept', 'anyone', {
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
