import { afterEach, beforeEach, expect, it } from 'vitest'
import { pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** docs/spec.md#r29. */
const perMinute = 60
const reserve = perMinute / 5

let portal: TestPortal
beforeEach(async () => {
  portal = await startPortal({ env: { RATE_LIMIT_PER_MINUTE: String(perMinute) } })
})
afterEach(() => portal.close())

const here = '2001:db8:7::1'
const neighbour = '2001:db8:7::ffff:2'

type Headers = Record<string, string>

/** The status of a request from `here`, without redirects. */
async function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Headers } = {},
) {
  const reply = await fetch(portal.url + path, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': here, ...headers },
  })
  await reply.text()
  return reply.status
}

/** Sends requests and returns the last status. */
async function askOften(times: number, request: () => Promise<number>): Promise<number> {
  let last = 0
  for (let sent = 0; sent < times; sent += 1) last = await request()
  return last
}

const useUpForNothing = async () =>
  expect(await askOften(perMinute + 1, () => ask('/openapi.json'))).toBe(429)
const useUpByInvented = async () =>
  expect(await askOften(reserve + 1, () => ask(`/api/pm_transaction/${randomToken()}`))).toBe(429)

const events = (key: string) => ask('/equipment/v1/events', { headers: { authorization: `Bearer ${key}` } })
const invented: readonly (readonly [string, () => Promise<number>])[] = [
  ['a payment token', () => ask(`/api/pm_transaction/${randomToken()}`)],
  ['a device key', () => events(randomToken())],
  ['a return nonce', () => ask(`/payment/return/1.${randomToken()}`)],
  ['a session', () => ask('/api/session/web', { headers: { cookie: `guiche_session=${randomToken()}` } })],
]

/** A guest at `here` with a card at the bank's page; returns its address. */
async function guestAtBank() {
  const client = portal.client(here)
  const token = await openTransaction(client, await portal.openTicket(125), 2)
  const asked = must(await payAtBank(portal, client, token, cardEndingIn(1)))
  return { token, authUrl: textAt(asked.body, 'data.authUrl') }
}

const notify = () => ask(`/webhooks/pix/${pixSettingsFor('').webhookSecret}`, { method: 'POST' })

it('too many anonymous requests block no gate, webhook, payment in progress, login or return from a bank', async () => {
  const { client } = await customer(portal)
  const signedIn = withAddress(client)
  const driver = portal.client(here)
  const token = await openTransaction(driver, await portal.openTicket(125))
  const { authUrl } = await guestAtBank()
  await useUpForNothing()
  expect(await events(portal.demo.device_key)).toBe(200)
  expect(await notify()).toBe(200)
  expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  must(await signedIn.get('/api/me/pm_transaction'))
  expect(await atTheBank(portal, authUrl, 'authenticated', here)).toContain('/done')
  expect(await ask('/openapi.json')).toBe(429)
  expect(await portal.client(neighbour).get('/openapi.json')).toMatchObject({ status: 429 })
  expect((await portal.client('2001:db8:8::1').get('/openapi.json')).status).toBe(200)
})

it.each(invented)(
  '%s that was invented uses the reserve of its address, not that of known callers',
  { tags: 'deep' },
  async (_, send) => {
    const { client } = await customer(portal)
    const signedIn = withAddress(client)
    must(await signedIn.get('/api/me/pm_transaction'))
    await useUpForNothing()
    expect(await askOften(reserve, send)).not.toBe(429)
    expect(await send()).toBe(429)
    must(await signedIn.get('/api/me/pm_transaction'))
    expect(await events(portal.demo.device_key)).toBe(200)
  },
)

it('accepted payments and sessions of sent payments stay known when the reserve is used up', async () => {
  const driver = portal.client(here)
  const token = await openTransaction(driver, await portal.openTicket(125))
  await useUpForNothing()
  const bare = portal.client(here)
  must(await bare.get(`/api/pm_transaction/${token}`))
  await useUpByInvented()
  must(await bare.get(`/api/pm_transaction/${token}`))
  expect((await driver.get('/api/session/web')).status).toBe(429)
  must(await pay(driver, token, cardEndingIn(1)))
  must(await driver.get('/api/session/web'))
  portal.clock.forward(10)
  expect((await driver.get('/api/session/web')).status).toBe(429)
})

/** A customer at `here` whose session is known. */
async function signedInHere(): Promise<PortalClient> {
  const client = withAddress((await customer(portal)).client)
  must(await client.get('/api/me/pm_transaction'))
  return client
}

it('a neighbour who is known keeps no payer of the address from session, payment and pay', async () => {
  const payer = await signedInHere()
  const code = await portal.openTicket(125)
  const token = await openTransaction(payer, code)
  const neighbour = await signedInHere()
  const calls = [
    [perMinute, 18, '/api/session/web'],
    [perMinute, 6, '/api/parking/stats'],
  ] as const
  for (const [times, most, path] of calls) {
    const said: number[] = []
    for (let sent = 0; sent < times; sent += 1) said.push((await neighbour.get(path)).status)
    expect(said.filter((status) => status === 200)).toHaveLength(most)
  }
  must(await payer.get('/api/session/web'))
  must(await payer.get(`/api/pm_transaction/${token}`))
  expect(at(must(await pay(payer, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  // Invented sessions beside a known payment do not multiply it.
  const invent = () =>
    ask(`/api/pm_transaction/${token}`, { headers: { cookie: `guiche_session=${randomToken()}` } })
  expect(await askOften(18, invent)).toBe(200)
  expect(await invent()).toBe(429)
  must(await payer.get(`/api/pm_transaction/${token}`))
})

it('known callers of an address share one limit', async () => {
  const neighbours = [await signedInHere(), await signedInHere(), await signedInHere(), await signedInHere()]
  const said: number[] = []
  for (const client of neighbours)
    for (let sent = 0; sent < 18; sent += 1) said.push((await client.get('/api/session/web')).status)
  expect(said.indexOf(429)).toBe(perMinute)
  expect(await ask('/openapi.json')).toBe(200)
})

it('two devices at one address have separate limits; a revoked one uses the reserve after the next refresh', async () => {
  const other = randomToken()
  const now = portal.clock.now()
  await portal.db
    .insertInto('device')
    .values({
      name: 'Outra',
      lot_ids: [1],
      key_hash: hashToken(other),
      created_at: now,
      updated_at: now,
      key_at: now,
    })
    .execute()
  await portal.deps.callers.refreshDevices()
  await useUpForNothing()
  expect(await askOften(perMinute, () => events(other))).toBe(200)
  expect(await events(other)).toBe(429)
  expect(await events(portal.demo.device_key)).toBe(200)
  await portal.db
    .updateTable('device')
    .set({ revoked_at: now })
    .where('key_hash', '<>', hashToken(other))
    .execute()
  await portal.deps.callers.refreshDevices()
  expect(await askOften(reserve, () => events(portal.demo.device_key))).toBe(401)
  expect(await events(portal.demo.device_key)).toBe(429)
})

it('/healthz, /readyz and /metrics are not limited', { tags: 'deep' }, async () => {
  await useUpForNothing()
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await askOften(perMinute + 1, () => ask(path))).toBe(200)
  expect(await ask('/openapi.json')).toBe(429)
})

function withAddress(client: PortalClient): PortalClient {
  const moved = portal.client(here)
  for (const [name, value] of client.cookies) moved.cookies.set(name, value)
  return moved
}
