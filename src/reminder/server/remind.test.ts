import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { formatProtocol } from '#payment/texts.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { customer } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { startPushService, subscribedBrowser } from '#test/support/wire/pushService.ts'

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
const portal = portalOfFile(() => ({
  env: { PUSH_HOSTS: service.origin },
  publicUrl: 'https://guiche.example',
}))
beforeAll(() => setReserve(portal, {}))
afterEach(() => portal.db.deleteFrom('reminder').execute())

type Client = ReturnType<TestPortal['client']>
const path = (token: string) => `/api/pm_transaction/${token}/remind`

/** A paid ticket with 15 minutes to leave, and a browser that wants to be reminded. */
async function paid() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(1)))
  return { client, code, token, ...subscriber(client, token) }
}

function subscriber(client: Client, token: string) {
  const browser = subscribedBrowser(service.origin)
  const mine = () => service.pushed.filter((one) => one.path === browser.path)
  return {
    browser,
    remind: () => client.post(path(token), browser.subscription),
    received: () => mine().map(({ body }) => browser.open(body)),
    mine,
  }
}

async function protocolOf(token: string): Promise<string> {
  const found = portal.db.selectFrom('payment').select('id').where('token', '=', token)
  return formatProtocol(await found.executeTakeFirstOrThrow())
}

async function after(minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await portal.runJobs()
}

const rows = () => portal.db.selectFrom('reminder').selectAll().execute()
const jobs = () => portal.db.selectFrom('job').select('id').where('kind', '=', 'remind').execute()

const leave = async (code: string) =>
  must(await portal.gate().exit({ lot_id: 1, code, gate: 'S1', exited_at: portal.clock.now().toISOString() }))

it('a browser is reminded once, 5 minutes before the deadline, of nothing but it; then it is forgotten', async () => {
  const { client, token, remind, received, mine, browser } = await paid()
  expect(at(must(await remind()).body, 'data')).toEqual({
    at: '2026-03-10T12:10:00-03:00',
    until: '2026-03-10T12:15:00-03:00',
  })
  const protocol = await protocolOf(token)
  must(await remind())
  await after(9)
  expect(received()).toEqual([])
  await after(1)
  expect(received()).toEqual([{ t: 'exit', until: '2026-03-10T12:15:00-03:00', p: protocol }])
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = mine()
  expect(headers).toMatchObject({
    ttl: '300',
    urgency: 'high',
    topic: protocol,
    'content-encoding': 'aes128gcm',
  })
  const { key } = Object(at(must(await client.get('/api/push/key')).body, 'data'))
  expect(headers.authorization).toMatch(new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${key}$`))
  const claims = /t=[\w-]+\.([\w-]+)/.exec(String(headers.authorization))?.[1] ?? ''
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'https://guiche.example',
  })
  const [row] = await rows()
  const { endpoint, keys } = browser.subscription
  for (const secret of [endpoint, keys.p256dh, keys.auth, token]) {
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(body.toString('latin1')).not.toContain(secret)
    expect(portal.logs.join('\n')).not.toContain(secret)
  }
  for (let minutes = 0; minutes < 64; minutes += 4) await after(4)
  expect(await rows()).toHaveLength(1)
  await after(1)
  expect([await rows(), await jobs(), received().length]).toEqual([[], [], 1])
})

it('nobody is reminded who has left, has the money back or has changed their mind', async () => {
  const [left, refunded, unsubscribed, kept] = [await paid(), await paid(), await paid(), await paid()]
  for (const { remind } of [left, refunded, unsubscribed, kept]) must(await remind())
  await leave(left.code)
  const manager = await staffMember(portal, 2)
  const wish = { value: 7, kept: 7, reason: 'Cobrança indevida' }
  must(await manager.post(`/api/staff/transactions/${refunded.token}/refund`, wish))
  const { endpoint } = unsubscribed.browser.subscription
  const forget = () => unsubscribed.client.change('DELETE', path(unsubscribed.token), { endpoint })
  expect(at(must(await forget()).body, 'data.deleted')).toBe(true)
  expect(at(must(await forget()).body, 'data.deleted')).toBe(false)
  await after(10)
  expect([left, refunded, unsubscribed, kept].map(({ received }) => received().length)).toEqual([0, 0, 0, 1])
  expect(await rows()).toHaveLength(1)
})

it('a deadline that moves is reminded anew', async () => {
  const { code, remind, received } = await paid()
  must(await remind())
  await after(10)
  await after(45)
  const desk = await staffMember(portal, 10)
  must(await desk.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cancela sem sinal' }))
  await after(5)
  await after(4)
  expect(received()).toHaveLength(1)
  await after(1)
  expect(received()).toMatchObject([{ t: 'exit' }, { t: 'exit' }])
  expect(at(received()[0], 'until')).not.toBe(at(received()[1], 'until'))
})

it('a push service that fails is called again until a minute before the deadline', async () => {
  const late = await paid()
  must(await late.remind())
  await after(9)
  service.answer(429, 500, 503)
  await after(1)
  await after(1)
  await after(1)
  await after(1)
  expect(late.mine()).toHaveLength(4)
  await after(1)
  expect(late.mine()).toHaveLength(4)

  const again = await paid()
  must(await again.remind())
  await after(9)
  service.answer(503, 503, 503, 503)
  for (let minutes = 0; minutes < 6; minutes += 1) await after(1)
  expect(again.mine()).toHaveLength(4)
})

it.each([
  ['404', 404],
  ['410', 410],
  ['403', 403],
  ['a redirect', 307],
])('a browser whose push service answers %s is forgotten, and nothing else is called', async (_, status) => {
  const { remind, mine } = await paid()
  must(await remind())
  service.answer(status)
  const before = service.pushed.length
  await after(10)
  await after(1)
  expect([mine().length, service.pushed.length - before, await rows()]).toEqual([1, 1, []])
})

it('where less than 5 minutes are left the reminder goes at once, in the last minute never', async () => {
  const { remind, received } = await paid()
  await after(12)
  must(await remind())
  await portal.runJobs()
  expect(received()).toHaveLength(1)
  const late = await paid()
  await after(14)
  expect(await late.remind()).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_remind', message: 'Não há prazo de saída para lembrar.' },
  })
})

it('a reserved space: an hour before the latest arrival', async () => {
  const space = await reserved(portal)
  const { remind, received } = subscriber(space.client, space.token)
  const until = textAt(must(await space.read()).body, 'data.reserve.arrive_until')
  expect(at(must(await remind()).body, 'data.until')).toBe(until)
  const minutes = (Date.parse(until) - portal.clock.now().getTime()) / 60_000
  await after(minutes - 61)
  expect(received()).toEqual([])
  await after(1)
  expect(received()).toMatchObject([{ t: 'arrive', until }])
})

it('a reserved space whose car leaves free, its hold released: before the exit deadline', async () => {
  const space = await reserved(portal)
  const { remind, received } = subscriber(space.client, space.token)
  must(await remind())
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: space.plate }))
  must(await space.confirm())
  const until = textAt(must(await space.read()).body, 'data.reserve.exit_until')
  const minutes = (Date.parse(until) - portal.clock.now().getTime()) / 60_000
  await after(minutes - 6)
  expect(received()).toEqual([])
  await after(1)
  expect(received()).toMatchObject([{ t: 'exit', until }])
  const { state } = await portal.db
    .selectFrom('payment')
    .select('state')
    .where('token', '=', space.token)
    .executeTakeFirstOrThrow()
  expect(state).toBe('voided')
})

it('other addresses, keys and payments are refused, and never called', async () => {
  const { client, token, code, browser } = await paid()
  const { keys, endpoint } = browser.subscription
  const post = (body: object, to = token) => client.post(path(to), body)
  for (const wrong of ['https://evil.example/x', 'http://127.0.0.1:1/x', 'https://fcm.googleapis.com:8443/x'])
    expect(await post({ endpoint: wrong, keys })).toMatchObject({
      status: 422,
      body: { errors: { endpoint: ['Este navegador não pode ser avisado.'] } },
    })
  for (const p256dh of ['', 'x', `B${'A'.repeat(86)}`])
    expect((await post({ endpoint, keys: { ...keys, p256dh } })).status).toBe(422)
  expect((await post({ endpoint, keys: { ...keys, auth: 'x' } })).status).toBe(422)
  expect((await post({ endpoint }, token)).status).toBe(422)
  expect((await post(browser.subscription, 'f'.repeat(32))).status).toBe(404)
  await leave(code)
  expect(await post(browser.subscription)).toMatchObject({ status: 409, body: { code: 'nothing_to_remind' } })
  expect(await rows()).toEqual([])
})

it('of one payment at most five browsers are kept, the newest', async () => {
  const { client, token } = await paid()
  const many = Array.from({ length: 6 }, () => subscriber(client, token))
  for (const { remind } of many) must(await remind())
  await after(10)
  expect(many.map(({ received }) => received().length)).toEqual([0, 1, 1, 1, 1, 1])
})

it('a click leads to the payment where this browser paid, else to the welcome screen', async () => {
  const { client, token } = await paid()
  const protocol = await protocolOf(token)
  const openedBy = async (who: Client, which: string) => {
    const { status, headers } = await who.get(`/payment/reminded/${which}`)
    return [status, headers.get('location')]
  }
  expect(await openedBy(client, protocol)).toEqual([303, `/#/payment/${token}/done`])
  for (const who of [portal.client(), (await customer(portal)).client])
    expect(await openedBy(who, protocol)).toEqual([303, '/'])
  expect(await openedBy(client, 'P99999999')).toEqual([303, '/'])
  expect(await openedBy(client, 'x')).toEqual([303, '/'])
})

it('without a key of the portal nothing can be subscribed to', async () => {
  const { push } = portal.deps.reminder
  const { key } = push
  Object.assign(push, { key: null })
  const asked = await portal.client().get('/api/push/key')
  Object.assign(push, { key })
  expect(asked).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
