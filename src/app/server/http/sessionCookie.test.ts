import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { must } from '#test/support/flow.ts'
import { customer, logIn, whoIs } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { requestTimeouts } from './loadLimits.ts'

const portal = portalOfFile({ publicUrl: 'https://portal.test' })

describe('the session cookie over https', () => {
  const name = '__Host-guiche_session'

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

  it('is not taken under its name over http, which another host of the domain could set', async () => {
    const client = portal.client()
    client.cookies.set('guiche_session', '0123456789abcdef0123456789abcdef')
    const reply = await client.get('/sanctum/csrf-cookie')
    const lines = reply.headers.getSetCookie().filter((one) => one.includes('guiche_session'))
    expect(lines).toEqual([expect.stringMatching(/^__Host-guiche_session=(?!0123456789)/)])
  })
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
