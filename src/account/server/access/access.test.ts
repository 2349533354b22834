import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import { recordStatements } from '#test/support/database/statements.ts'
import { at, textAt } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { customer, logIn, logOut, mailedToken, mailsTo, whoIs } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const refused = { status: 422, body: { errors: { username: ['E-mail ou senha inválidos.'] } } }

describe('login', () => {
  it('answers top-level fields, renews the session id and returns the user', async () => {
    const { person } = await customer(portal)
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const before = client.cookies.get('guiche_session')
    const reply = must(await logIn(client, person))
    expect(reply.body).toEqual({ device_ws_token: null, device_id: null, logged: true, url: '/#/user/menu' })
    expect(client.cookies.get('guiche_session')).not.toBe(before)
    expect(await whoIs(client)).toEqual({
      id: person.id,
      name: 'Joana Martins',
      nickname: 'Joana',
      level: 100,
    })
    expect(at((await client.get('/api/session/web')).body, 'user_roles')).toEqual(['external'])
  })

  it('the session id from before the login is invalid', async () => {
    const { person } = await customer(portal)
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const thief = client.movedTo(portal.url)
    must(await logIn(client, person))
    expect(await whoIs(thief)).toBeNull()
  })

  it('keeps the guest’s data and open payment', async () => {
    const { person } = await customer(portal)
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    must(await logIn(client, person))
    const payment = must(await client.get(`/api/pm_transaction/${token}`))
    expect(payment.body).toMatchObject({ data: { state: 'created', has_user: true } })
    expect(await portal.client().get(`/api/pm_transaction/${token}`)).toMatchObject({
      status: 200,
      body: { data: { attempts_left: 0 } },
    })
    expect((await portal.client().post(`/api/pm_transaction/${token}/cancelPayment`)).status).toBe(404)
  })

  it.each([
    ['a wrong password', (email: string) => ({ email, password: 'errada' })],
    ['an unknown e-mail', () => ({ email: 'ninguem@exemplo.com.br', password: 'errada' })],
  ])('%s is 422 with the same text', async (_, entry) => {
    const { person } = await customer(portal)
    expect(await logIn(portal.client(), entry(person.email))).toMatchObject(refused)
  })

  it('an unknown e-mail causes the same work as a wrong password: one comparison of equal cost, the same statements', async () => {
    const { person } = await customer(portal)
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    const workFor = async (email: string) => {
      const costs: unknown[] = []
      const note = (told: unknown) => void costs.push(at(told, 'cost'))
      subscribe('guiche:password.compare', note)
      const { statements } = await recordStatements(() => logIn(client, { email, password: 'errada' }))
      unsubscribe('guiche:password.compare', note)
      return { costs, statements }
    }
    const known = await workFor(person.email)
    expect(known.costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    expect(await workFor('x.y@exemplo.com.br')).toEqual(known)
  })

  it.each([
    [{ username: '', password: 'x' }, 'username', 'Campo obrigatório.'],
    [{ username: 'ana', password: 'x' }, 'username', 'Campo deve ser um e-mail válido.'],
    [{ username: 'ana@exemplo.com.br' }, 'password', 'Campo obrigatório.'],
  ])('%j is 422', async (body, field, text) => {
    expect((await portal.client().post('/auth/login', body)).body).toMatchObject({
      errors: { [field]: [text] },
    })
  })

  it('after 5 failures even the right password is refused; after 15 minutes it is accepted', async () => {
    const { person } = await customer(portal)
    for (let i = 0; i < 5; i += 1)
      expect(await logIn(portal.client(), { ...person, password: 'errada' })).toMatchObject(refused)
    const told = await logIn(portal.client(), person)
    expect(told).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
    portal.clock.forward(16)
    must(await logIn(portal.client(), person))
  })

  it('at most five of many parallel guesses are checked', async () => {
    const { person } = await customer(portal)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => logIn(portal.client(), { ...person, password: 'errada' })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('a right password resets the count of wrong ones', async () => {
    const { person } = await customer(portal)
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 4; i += 1) await logIn(portal.client(), { ...person, password: 'errada' })
      expect((await logIn(portal.client(), person)).status).toBe(200)
    }
  })

  it('staff get their own start screen and roles', async () => {
    for (const { email, password, level } of portal.demo.staff ?? []) {
      const client = portal.client()
      expect(at(must(await logIn(client, { email, password })).body, 'url')).toBe('/#/home')
      expect(await whoIs(client)).toMatchObject({ level })
    }
    expect(portal.demo.staff?.map(({ level }) => level)).toEqual([1, 2, 10])
  })
})

describe('logout', () => {
  it('ends this session only and is idempotent', async () => {
    const { client, person } = await customer(portal)
    const elsewhere = portal.client()
    must(await logIn(elsewhere, person))
    const stale = client.movedTo(portal.url)
    for (let said = 0; said < 2; said += 1) {
      expect(must(await logOut(client)).body).toEqual({ data: { logged: false } })
      expect(await whoIs(client)).toBeNull()
    }
    expect(await whoIs(elsewhere)).not.toBeNull()
    expect((await stale.get('/api/session/web')).body).toMatchObject({
      status: 400,
      user: null,
      message: 'Sessão expirada.',
    })
    expect((await stale.get('/api/session/web')).body).not.toHaveProperty('status')
  })

  it('without the XMLHttpRequest marker is 419 and ends nothing', async () => {
    const { client } = await customer(portal)
    expect((await client.get('/auth/logoutApi', { bare: true })).status).toBe(419)
    expect(await whoIs(client)).not.toBeNull()
  })

  it('a login idle for 12 hours is reported as expired', async () => {
    const { client } = await customer(portal)
    portal.clock.forward(6 * 60 + 1)
    expect(await whoIs(client)).not.toBeNull()
    portal.clock.forward(11 * 60)
    expect(await whoIs(client)).not.toBeNull()
    portal.clock.forward(12 * 60 + 1)
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400 })
  })
})

describe('a device', () => {
  async function phone() {
    const { person } = await customer(portal)
    const client = portal.client()
    const body = must(await logIn(client, person, { app: true })).body
    return { client, person, token: textAt(body, 'device_ws_token'), id: at(body, 'device_id') }
  }
  const enter = (token: string | null, client = portal.client()) =>
    client.post('/auth/device', { login_token: token })

  it.each([[{ login_token: 'x'.repeat(500) }], [{ login_token: 7 }], [[]], [{}]])(
    'an invalid token such as %j signs nobody in, and causes no error',
    async (body) => {
      expect(await portal.client().post('/auth/device', body)).toMatchObject({
        status: 200,
        body: { logged: false, device_ws_token: null },
      })
    },
  )

  it('signs in by itself with a token that changes at each use', async () => {
    const { token, id, person } = await phone()
    const client = portal.client()
    const first = must(await enter(token, client))
    expect(first.body).toMatchObject({ logged: true, device_id: id })
    expect(await whoIs(client)).toMatchObject({ id: person.id })
    const next = textAt(first.body, 'device_ws_token')
    expect(next).not.toBe(token)
    expect(at(must(await enter(next)).body, 'logged')).toBe(true)
  })

  it.each([null, '', 'unknown'])('the token %j is logged false with 200', async (token) => {
    expect(must(await enter(token)).body).toEqual({ logged: false, device_ws_token: null, device_id: null })
  })

  it('reuse of an old token means that it was copied: the device and its logins end', async () => {
    const { token } = await phone()
    const client = portal.client()
    const next = textAt(must(await enter(token, client)).body, 'device_ws_token')
    expect(at((await enter(token)).body, 'logged')).toBe(false)
    expect(at((await enter(next)).body, 'logged')).toBe(false)
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400 })
  })

  it('of two concurrent logins with one token one succeeds', async () => {
    const { token } = await phone()
    const answers = await Promise.all([enter(token), enter(token)])
    expect(answers.filter(({ body }) => at(body, 'logged') === true)).toHaveLength(1)
  })

  it('logout revokes it', async () => {
    const { client, token } = await phone()
    must(await logOut(client))
    expect(at((await enter(token)).body, 'logged')).toBe(false)
  })

  it('another login from the same phone replaces its token', async () => {
    const { token, person } = await phone()
    const body = must(await logIn(portal.client(), person, { app: true, login_token: token })).body
    expect(at((await enter(token)).body, 'logged')).toBe(false)
    expect(at((await enter(textAt(body, 'device_ws_token'))).body, 'logged')).toBe(true)
  })

  it('is kept as a hash', async () => {
    const { token } = await phone()
    const rows = await portal.db.selectFrom('device_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('recovery', () => {
  const ask = (email: string) => portal.client().post('/api/access/recover_email', { email })
  const set = (token: string, password = 'nova-senha') =>
    portal.client().post('/api/access/recover_token', { token, password })
  const text = 'As instruções para recuperar sua senha foram enviadas para seu e-mail.'

  it('sets a password once, ends sessions and devices and mails a notice', async () => {
    const { client, person } = await customer(portal)
    const phone = must(await logIn(portal.client(), person, { app: true })).body
    expect(must(await ask(person.email)).body).toEqual({ data: { message: text } })
    const token = await mailedToken(portal, person.email)
    expect(must(await set(token)).body).toEqual({ data: { message: 'Senha alterada com sucesso!' } })
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400 })
    const device = await portal
      .client()
      .post('/auth/device', { login_token: textAt(phone, 'device_ws_token') })
    expect(at(device.body, 'logged')).toBe(false)
    expect(await logIn(portal.client(), person)).toMatchObject(refused)
    must(await logIn(portal.client(), { ...person, password: 'nova-senha' }))
    expect(await set(token)).toMatchObject({ status: 422, body: { code: 'recovery_token' } })
    expect(await mailsTo(portal, person.email)).toEqual(['Sua senha foi alterada', 'Crie uma nova senha'])
  })

  it('answers the same for an e-mail without an account and sends no mail', async () => {
    expect(must(await ask('ninguem@exemplo.com.br')).body).toEqual({ data: { message: text } })
    expect(await mailsTo(portal, 'ninguem@exemplo.com.br')).toEqual([])
  })

  it('a later mail invalidates no earlier link until a password is set; each is valid for 60 minutes', async () => {
    const { person } = await customer(portal)
    must(await ask(person.email))
    const first = await mailedToken(portal, person.email)
    must(await ask(person.email))
    const second = await mailedToken(portal, person.email)
    expect(second).not.toBe(first)
    must(await set(first))
    const other = await set(second)
    must(await ask(person.email))
    const third = await mailedToken(portal, person.email)
    portal.clock.forward(60)
    const late = await set(third)
    expect([other.status, late.status]).toEqual([422, 422])
    expect(at(other.body, 'message')).toBe(at(late.body, 'message'))
    expect(at((await set('nonsense')).body, 'message')).toBe(at(late.body, 'message'))
  })

  it('the fourth within an hour sends no mail and answers the same; earlier links stay valid', async () => {
    const { person } = await customer(portal)
    for (const email of [person.email, 'outro@exemplo.com.br'])
      for (let i = 0; i < 4; i += 1) expect(must(await ask(email)).body).toEqual({ data: { message: text } })
    expect(await mailsTo(portal, person.email)).toHaveLength(3)
    must(await set(await mailedToken(portal, person.email)))
    portal.clock.forward(61)
    must(await ask(person.email))
    expect((await mailsTo(portal, person.email)).slice(0, 2)).toEqual([
      'Crie uma nova senha',
      'Sua senha foi alterada',
    ])
  })

  it.each(['12345', '1'.repeat(33)])('the password %s is 422', async (password) => {
    expect((await set('any', password)).body).toMatchObject({
      errors: { password: ['A senha deve ter entre 6 e 32 caracteres.'] },
    })
  })

  it('resets the count of wrong passwords', async () => {
    const { person } = await customer(portal)
    for (let i = 0; i < 5; i += 1) await logIn(portal.client(), { ...person, password: 'errada' })
    must(await ask(person.email))
    must(await set(await mailedToken(portal, person.email)))
    expect((await logIn(portal.client(), { ...person, password: 'nova-senha' })).status).toBe(200)
  })
})
