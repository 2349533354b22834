import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { humanChallenge } from '#session/contract.ts'
import { at } from '#test/support/client.ts'
import { must, payer } from '#test/support/flow.ts'
import { createAccount, logOut } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { sessionHash } from './cookies.ts'

const portal = portalOfFile({ captcha: 'altcha' })

/** Does the work that the browser does in the background. */
async function solved(client: ReturnType<TestPortal['client']>): Promise<string> {
  const reply = z.parse(humanChallenge.reply, must(await client.get('/api/session/humanChallenge')).body)
  if (!reply.data) throw new Error('no challenge')
  const challenge = { parameters: reply.data.parameters, signature: reply.data.signature }
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe('anti-forgery', () => {
  it('gives a session cookie that scripts cannot read and a token that they can', async () => {
    const reply = await portal.client().get('/sanctum/csrf-cookie')
    expect(reply.status).toBe(204)
    const cookies = reply.headers.getSetCookie()
    expect(cookies.find((line) => line.startsWith('guiche_session='))).toMatch(
      /HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/,
    )
    expect(cookies.find((line) => line.startsWith('XSRF-TOKEN='))).not.toMatch(/HttpOnly/)
  })

  it.each([
    ['no token', { 'x-requested-with': 'XMLHttpRequest' }],
    ['a wrong token', { 'x-requested-with': 'XMLHttpRequest', 'x-xsrf-token': 'wrong' }],
  ])('an unsafe call with %s is 419, sends a fresh cookie and does nothing', async (_, headers) => {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const reply = await client.post('/api/account/set_account', payer, { bare: true, headers })
    expect(reply).toMatchObject({ status: 419, body: { message: 'CSRF token mismatch.', status: 419 } })
    expect(reply.headers.getSetCookie().join()).toContain('XSRF-TOKEN=')
    expect(at((await client.get('/api/account/get_account')).body, 'data')).toBeNull()
  })

  it('an unsafe call without the XMLHttpRequest marker is 419', async () => {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const headers = { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' }
    expect((await client.post('/auth/session/clear', {}, { bare: true, headers })).status).toBe(419)
  })

  it('the token of one session does not serve another', async () => {
    const [ana, bia] = [portal.client(), portal.client()]
    await ana.get('/sanctum/csrf-cookie')
    await bia.get('/sanctum/csrf-cookie')
    bia.cookies.set('XSRF-TOKEN', ana.cookies.get('XSRF-TOKEN') ?? '')
    expect((await bia.post('/auth/session/clear')).status).toBe(419)
  })

  it('accepts the token in the header that the page’s meta tag feeds', async () => {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    }
    expect((await client.post('/auth/session/clear', {}, { bare: true, headers })).status).toBe(200)
  })

  it('a page of another build gets a notice', async () => {
    const headers = { 'x-api-user-id': 'web', 'x-api-token': 'of another build' }
    const reply = await portal.client().get('/api/session/web', { headers })
    expect(reply).toMatchObject({ status: 401, body: { code: 'api_token', status: 401 } })
  })
})

describe('the human check', () => {
  it('is required, holds for 30 minutes, and accepts a code once', async () => {
    const client = portal.client()
    const code = await portal.openTicket(60)
    expect(await client.post('/api/tk_ticket/read', { code })).toMatchObject({
      status: 403,
      body: { code: 'human_required' },
    })
    const proof = await solved(client)
    expect(must(await client.post('/api/session/humanCheck', { code: proof })).body).toEqual({
      data: { is_human: true },
    })
    expect((await client.post('/api/tk_ticket/read', { code })).status).toBe(200)
    expect(at((await client.get('/api/session/web')).body, 'is_human')).toBe(true)

    const other = portal.client()
    expect(await other.post('/api/session/humanCheck', { code: proof })).toMatchObject({
      status: 422,
      body: { code: 'human_invalid' },
    })

    portal.clock.forward(31)
    expect((await client.post('/api/tk_ticket/read', { code })).status).toBe(403)
  })

  it.each(['', 'nonsense', Buffer.from('{}').toString('base64')])('refuses the code %j', async (code) => {
    expect((await portal.client().post('/api/session/humanCheck', { code })).status).toBe(422)
  })

  it('refuses a solution of a challenge that has expired', async () => {
    const client = portal.client()
    const proof = await solved(client)
    portal.clock.forward(21)
    expect((await client.post('/api/session/humanCheck', { code: proof })).status).toBe(422)
  })

  it('refuses a challenge with a wrong signature', async () => {
    const client = portal.client()
    const proof = JSON.parse(Buffer.from(await solved(client), 'base64').toString()) as {
      challenge: { signature: string }
    }
    proof.challenge.signature = 'f'.repeat(proof.challenge.signature.length)
    const code = Buffer.from(JSON.stringify(proof)).toString('base64')
    expect((await client.post('/api/session/humanCheck', { code })).status).toBe(422)
  })
})

describe('the session', () => {
  it('answers what the page needs, at top level, and is never cached', async () => {
    const reply = must(await portal.client().get('/api/session/web'))
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.body).toMatchObject({
      user: null,
      user_roles: [],
      configs: {
        reserve: { value: 50, valueHuman: '50,00', valueMin: 15, valueMinHuman: '15,00' },
        methods: ['credit', 'debit', 'pix'],
      },
      is_human: false,
      env_production: false,
      warnings_enabled: false,
    })
  })

  it('reading costs no row in the database', async () => {
    const count = async () => (await portal.db.selectFrom('session').select('id_hash').execute()).length
    const before = await count()
    must(await portal.client().get('/api/session/web'))
    expect(await count()).toBe(before)
  })

  it('clear deletes the guest’s data, and is idempotent', async () => {
    const client = portal.client()
    must(await client.post('/api/session/humanCheck', { code: await solved(client) }))
    must(await client.post('/api/account/set_account', payer))
    expect(at((await client.get('/api/account/get_account')).body, 'data.name')).toBe(payer.name)
    for (let said = 0; said < 2; said += 1) {
      expect(must(await client.post('/auth/session/clear')).body).toEqual({ data: { cleared: true } })
      expect(at((await client.get('/api/account/get_account')).body, 'data')).toBeNull()
    }
  })

  it('of an expired guest begins again with a human check, deleted or not', async () => {
    const client = portal.client()
    must(await client.post('/api/session/humanCheck', { code: await solved(client) }))
    must(await client.post('/api/account/set_account', payer))
    portal.clock.forward(24 * 60)
    must(await client.post('/api/session/humanCheck', { code: await solved(client) }))
    expect(at((await client.get('/api/session/web')).body, 'is_human')).toBe(true)
    expect(at((await client.get('/api/account/get_account')).body, 'data')).toBeNull()
  })

  it('of a guest is deleted at login; that of a login stays for the notice of its end', async () => {
    const client = portal.client()
    const row = (id: string) =>
      portal.db
        .selectFrom('session')
        .select(['user_id', 'ended_at'])
        .where('id_hash', '=', sessionHash(id))
        .execute()
    const typed = (id: string) =>
      portal.db.selectFrom('guest_data').select('data').where('session_hash', '=', sessionHash(id)).execute()
    const present = () => client.cookies.get('guiche_session') ?? ''
    must(await client.post('/api/session/humanCheck', { code: await solved(client) }))
    must(await client.post('/api/account/set_account', payer))
    const guest = present()
    expect(await row(guest)).toMatchObject([{ user_id: null }])
    const { id } = await createAccount(client)
    expect(await row(guest)).toEqual([])
    expect(await typed(guest)).toEqual([])
    const login = present()
    must(await client.post('/api/account/set_account', payer))
    expect(await typed(login)).toHaveLength(1)
    must(await logOut(client))
    expect(await typed(login)).toEqual([])
    expect(await row(login)).toEqual([{ user_id: id, ended_at: portal.clock.now() }])
  })
})
