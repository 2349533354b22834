import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { listen } from '#test/support/wire/listen.ts'

/** A stand-in for Google's siteverify: tokens that start with `good` are people. */
let google: Server
let port: number
let asked: URLSearchParams[] = []

async function siteVerify(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const form = new URLSearchParams(body)
  asked.push(form)
  const token = form.get('response') ?? ''
  if (token === 'html') return void response.end('<html>')
  if (token === 'drop') return void response.destroy()
  const score = /score=([\d.]+)/.exec(token)?.[1]
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ success: token.startsWith('good'), ...(score ? { score: Number(score) } : {}) }),
  )
}

beforeAll(async () => {
  google = createServer((request, response) => {
    void siteVerify(request, response)
  })
  port = await listen(google)
})
afterAll(() => {
  google.closeAllConnections()
  google.close()
})
const portal = portalOfFile(() => ({
  captcha: 'recaptcha',
  env: {
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET: 'secret-key',
    RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
  },
}))

const check = (client: ReturnType<TestPortal['client']>, code: string) =>
  client.post('/api/session/humanCheck', { code })

describe('reCAPTCHA as the human check', () => {
  it('asks siteverify with the secret, and the session is human afterwards', async () => {
    const client = portal.client()
    asked = []
    expect(at(must(await client.get('/api/session/web')).body, 'is_human')).toBe(false)
    expect(must(await client.get('/api/session/humanChallenge')).body).toEqual({ data: null })
    expect(must(await check(client, 'good-1')).body).toEqual({ data: { is_human: true } })
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'secret-key', response: 'good-1' },
    ])
    expect(at(must(await client.get('/api/session/web')).body, 'is_human')).toBe(true)
  })

  it.each(['bad', '', 'good score=0.1'])('refuses %j', async (code) => {
    expect(await check(portal.client(), code)).toMatchObject({ status: 422, body: { code: 'human_invalid' } })
  })

  it('takes a good score, and a token once', async () => {
    must(await check(portal.client(), 'good score=0.9'))
    expect((await check(portal.client(), 'good score=0.9')).status).toBe(422)
  })

  it.each(['html', 'drop'])('when the service answers %j the check fails with 503', async (code) => {
    const client = portal.client()
    const reply = await check(client, code)
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).not.toBeNull()
    expect(at((await client.get('/api/session/web')).body, 'is_human')).toBe(false)
  })

  it('login and recovery accept the token; a bad one requires the check', async () => {
    const client = portal.client()
    const login = (recaptcha: string) =>
      client.post('/auth/login', { username: 'ninguem@exemplo.com.br', password: 'x', recaptcha })
    expect(await login('bad')).toMatchObject({ status: 403, body: { code: 'human_required' } })
    expect((await login('good-2')).status).toBe(422)
    const recovery = portal
      .client()
      .post('/api/access/recover_email', { email: 'ninguem@exemplo.com.br', recaptcha: 'good-3' })
    expect((await recovery).status).toBe(200)
  })

  it('the page may load it from Google, and only then', async () => {
    const policy = async (from: TestPortal) =>
      (await from.client().get('/api/session/web')).headers.get('content-security-policy')
    expect(await policy(portal)).toMatch(
      /script-src [^;]*https:\/\/www\.google\.com\/recaptcha\/.*frame-src [^;]*google/,
    )
    const other = await startPortal({ captcha: 'altcha' })
    expect(await policy(other)).not.toMatch(/google|gstatic/)
    await other.close()
  })

  it('does not start without its keys', async () => {
    await expect(startPortal({ captcha: 'recaptcha' })).rejects.toThrow(
      /RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET/,
    )
  })
})

describe('the human check switched off', () => {
  it('every session counts as human', async () => {
    const off = await startPortal({ captcha: 'off' })
    expect(at((await off.client().get('/api/session/web')).body, 'is_human')).toBe(true)
    expect((await check(off.client(), 'anything')).status).toBe(200)
    await off.close()
  })
})
