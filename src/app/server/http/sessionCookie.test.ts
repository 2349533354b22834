import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must, openTransaction } from '#test/support/flow.ts'
import { customer, logIn, logOut, whoIs } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'
import { requestTimeouts } from './loadLimits.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ publicUrl: 'https://portal.test', upgraded: true })
})
afterAll(() => portal.close())

describe('the session cookie over https', () => {
  const [name, old] = ['__Host-guiche_session', 'guiche_session']

  it('is __Host-guiche_session, Secure, for path / and this host only', async () => {
    const reply = await portal.client().get('/sanctum/csrf-cookie')
    const line = reply.headers.getSetCookie().find((one) => one.startsWith(name))
    expect(line).toMatch(/^__Host-guiche_session=[0-9a-f]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('has its name in the OpenAPI document', async () => {
    const { body } = await portal.client().get('/openapi.json')
    const servers = [{ url: 'https://portal.test' }]
    expect(body).toMatchObject({ servers, components: { securitySchemes: { session: { name } } } })
    expect((await portal.client().get('/openapi.json')).body).toEqual(body)
  })

  it('is also accepted and sent under the former name for 30 days, for instances of both releases', async () => {
    const { client, person } = await customer(portal)
    const both = () => [client.cookies.get(name), client.cookies.get(old)]
    const id = client.cookies.get(name) ?? ''
    expect(both()).toEqual([id, id])
    // As an instance of the release before does.
    client.cookies.delete(name)
    const reply = await client.get('/api/session/web')
    expect(reply.body).toMatchObject({ user: { id: person.id } })
    expect(reply.headers.getSetCookie().join('\n')).toMatch(/^guiche_session=.*; HttpOnly; Secure/m)
    expect(both()).toEqual([id, id])
    expect((await client.get('/api/session/web')).headers.getSetCookie()).toEqual([])
    await logOut(client)
    expect(await whoIs(client)).toBeNull()
    expect(both()).toEqual([client.cookies.get(old), client.cookies.get(old)])
    expect(both()).not.toContain(id)
  })

  it('the former name is accepted only for an id under which something is kept', async () => {
    const chosen = '0123456789abcdef0123456789abcdef'
    const client = portal.client()
    client.cookies.set(old, chosen)
    await client.get('/sanctum/csrf-cookie')
    expect(client.cookies.get(name)).toMatch(/^(?!0123456789)[0-9a-f]{32}$/)
    expect(client.cookies.get(old)).toBe(client.cookies.get(name))
    const guest = portal.client()
    await openTransaction(guest, await portal.openTicket(130))
    const own = guest.cookies.get(name)
    guest.cookies.delete(name)
    await portal.db.deleteFrom('guest_typed').execute()
    await portal.db.deleteFrom('session').execute()
    await guest.get('/sanctum/csrf-cookie')
    expect(guest.cookies.get(name)).toBe(own)
  })

  it('__Host- wins over the former name, which another host of the domain could set', async () => {
    const [{ client, person }, other] = [await customer(portal), await customer(portal)]
    const id = client.cookies.get(name)
    client.cookies.set(old, other.client.cookies.get(old) ?? '')
    expect(await whoIs(client)).toMatchObject({ id: person.id })
    expect(client.cookies.get(old)).toBe(id)
  })

  it('the former name is ignored after 30 days', async () => {
    const { client } = await customer(portal)
    client.cookies.set(old, client.cookies.get(name) ?? '')
    client.cookies.delete(name)
    const days = (Date.now() - portal.clock.now().getTime()) / 86_400_000 + 31
    const id = client.cookies.get(old)
    portal.clock.forward(days * 24 * 60)
    await portal.db
      .updateTable('session')
      .set({ expires_at: new Date(portal.clock.now().getTime() + 3_600_000) })
      .execute()
    expect(await whoIs(client)).toBeNull()
    const named = portal.client()
    named.cookies.set(name, id ?? '')
    expect(await whoIs(named)).not.toBeNull()
  })
})

it('a fresh installation neither takes nor sends the former name of the session cookie', async () => {
  const fresh = await startPortal({ publicUrl: 'https://portal.test' })
  const client = fresh.client()
  client.cookies.set('guiche_session', '0123456789abcdef0123456789abcdef')
  const reply = await client.get('/sanctum/csrf-cookie')
  const lines = reply.headers.getSetCookie().filter((one) => one.includes('guiche_session'))
  expect(lines).toEqual([expect.stringMatching(/^__Host-guiche_session=(?!0123456789)/)])
  await fresh.close()
})

describe('a staff session', () => {
  it.each([10, 2, 1])('of level %i expires 12 h after login, even when used', async (level) => {
    const client = await staffMember(portal, level)
    for (let hour = 0; hour < 11; hour += 1) {
      portal.clock.forward(60)
      expect(await whoIs(client)).toMatchObject({ level })
      must(await client.get('/api/staff/tickets'))
    }
    portal.clock.forward(61)
    expect((await client.get('/api/staff/tickets')).status).toBe(401)
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400, user: null })
  })

  it('ends too, if it was extended as a customer session', async () => {
    const { client, person } = await customer(portal)
    for (let half = 0; half < 3; half += 1) {
      portal.clock.forward(7 * 60)
      expect(await whoIs(client)).not.toBeNull()
    }
    await portal.db.updateTable('user_account').set({ level: 10 }).where('id', '=', person.id).execute()
    expect((await client.get('/api/staff/second_factor')).status).toBe(401)
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400, user: null })
    must(await logIn(client, person))
    expect(await whoIs(client)).toMatchObject({ level: 10 })
  })
})

describe('a body that never arrives', () => {
  it('closes the connection with 408 after 30 s', async () => {
    const { server } = portal
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
    expect(requestTimeouts.http.connectionsCheckingInterval).toBe(1_000)
    Object.assign(server, { requestTimeout: 50, headersTimeout: 50 })
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(portal.url).port), '127.0.0.1', () => {
        socket.write('POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
        socket.write('content-length: 1000\r\n\r\n{"username":')
      })
      let text = ''
      socket.on('data', (part) => (text += part.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    Object.assign(server, { requestTimeout: 30_000, headersTimeout: 30_000 })
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
  })
})
