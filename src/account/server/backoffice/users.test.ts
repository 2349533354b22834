import { beforeAll, describe, expect, it } from 'vitest'
import { changeLevel } from './changeStaff.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { customer, freshCpf, logIn, mailedToken } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let admin: PortalClient
let manager: PortalClient
beforeAll(async () => {
  admin = await staffMember(portal, 1)
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/users'
const idOf = async (level: number) => {
  const email = portal.demo.staff?.find((person) => person.level === level)?.email ?? ''
  const row = portal.db.selectFrom('user_account').select('id').where('email', '=', email)
  return (await row.executeTakeFirstOrThrow()).id
}
const trail = (id: number) =>
  portal.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'account')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
const names = (body: unknown) => {
  const rows = at(body, 'data')
  return Array.isArray(rows) ? rows.map((row) => at(row, 'name')) : []
}

describe('people', () => {
  it('are found by name without accents, e-mail and CPF; staff come first', async () => {
    const { person } = await customer(portal)
    expect(names(must(await manager.get(base)).body).slice(0, 3)).toEqual([
      'Alice Prado',
      'Bruno Teles',
      'Sônia Leal',
    ])
    expect(names(must(await manager.get(`${base}?q=sonia`)).body)).toEqual(['Sônia Leal'])
    expect(names(must(await manager.get(`${base}?q=lea+son`)).body)).toEqual(['Sônia Leal'])
    expect(names(must(await manager.get(`${base}?q=BRUNO@demo`)).body)).toEqual(['Bruno Teles'])
    expect(names(must(await manager.get(`${base}?q=${person.cpfcnpj}`)).body)).toEqual([person.name])
    expect(names(must(await manager.get(`${base}?level=2`)).body)).toEqual(['Bruno Teles'])
    expect(names(must(await manager.get(`${base}?q=%7C%26!`)).body)).toEqual([])
  })

  it('show a manager level, second factor and logins, but not the whole CPF', async () => {
    const { person } = await customer(portal)
    const shown = at(must(await manager.get(`${base}/${person.id}/edit`)).body, 'data')
    expect(shown).toMatchObject({
      level: 100,
      second_factor: false,
      logins: 1,
      can: { edit: false, level: false },
    })
    expect(at(shown, 'tax_id')).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*\*$/)
    expect((await manager.get(`${base}/999999/edit`)).status).toBe(404)
  })

  it('have a changed level from their next call on; admins cannot change their own', async () => {
    const { client, person } = await customer(portal)
    const desk = async () => (await client.get('/api/staff/second_factor')).status
    expect(await desk()).toBe(403)
    const phone = textAt(must(await logIn(portal.client(), person, { app: true })).body, 'device_ws_token')
    const lotless = await admin.change('PUT', `${base}/${person.id}`, { level: 10 })
    const lotText = 'Escolha ao menos um estacionamento.'
    expect(lotless).toMatchObject({ status: 422, body: { errors: { lot_ids: [lotText] } } })
    must(await admin.change('PUT', `${base}/${person.id}`, { level: 10, all_lots: true }))
    expect(await desk()).toBe(401)
    expect((await client.post('/auth/device', { login_token: phone })).body).toMatchObject({ logged: false })
    expect((await logIn(client, person)).status).toBe(422)
    const token = await mailedToken(portal, person.email)
    const short = await client.post('/api/access/recover_token', { token, password: 'segredo-1' })
    const text = 'A senha da equipe deve ter 12 caracteres ou mais.'
    expect(short).toMatchObject({ status: 422, body: { errors: { password: [text] } } })
    const password = 'segredo-de-equipe'
    must(await client.post('/api/access/recover_token', { token, password }))
    must(await logIn(client, { ...person, password }))
    expect(await desk()).toBe(200)
    must(await admin.change('PUT', `${base}/${person.id}`, { level: 10 }))
    expect(await desk()).toBe(200)
    must(await admin.change('PUT', `${base}/${person.id}`, { level: 100 }))
    must(await logIn(client, { ...person, password }))
    expect(await desk()).toBe(403)
    expect(await trail(person.id)).toMatchObject([
      { action: 'level_changed', before: { level: 100 }, after: { level: 10 } },
      { action: 'password_changed', actor: `staff ${person.id}`, after: { address: expect.any(String) } },
      { action: 'signed_in' },
      { action: 'level_changed', before: { level: 10 }, after: { level: 100 } },
    ])
    const own = await admin.change('PUT', `${base}/${await idOf(1)}`, { level: 2 })
    expect(own).toMatchObject({ status: 409, body: { code: 'own_level' } })
    expect((await admin.change('PUT', `${base}/${person.id}`, { level: 3 })).status).toBe(422)
    expect((await admin.change('PUT', `${base}/999999`, { level: 2 })).status).toBe(404)
  })

  it('get all lots or some: by invitation, by a change, and never as an admin', async () => {
    const entry = {
      name: 'Tiago Reis',
      email: 'tiago@demo.com.br',
      tax_id: freshCpf(),
      phone: '(41) 99876-5432',
      level: 2,
    }
    const one = 'Escolha ao menos um estacionamento.'
    for (const choice of [{ all_lots: false }, { all_lots: false, lot_ids: [] }, { lot_ids: [] }])
      expect((await admin.post(base, { ...entry, ...choice })).body).toMatchObject({
        errors: { lot_ids: [one] },
      })
    expect((await admin.post(base, { ...entry, lot_ids: [1, 99] })).body).toMatchObject({
      errors: { lot_ids: ['Escolha os estacionamentos da lista.'] },
    })
    const created = at(must(await admin.post(base, { ...entry, lot_ids: [3, 1] })).body, 'data')
    expect(created).toMatchObject({ all_lots: false, lot_ids: [1, 3] })
    await portal.runJobs()
    const mail = (await listStoredMails(portal.db)).find(({ to }) => to === entry.email)
    expect(mail?.text).toContain('Seu nível: Gerente. Estacionamentos: Aeroporto, Garagem Centro.')

    const id = Number(at(created, 'id'))
    const put = async (body: object) =>
      at(must(await admin.change('PUT', `${base}/${id}`, body)).body, 'data')
    expect(await put({ level: 10 })).toMatchObject({ level: 10, lot_ids: [1, 3] })
    expect(await put({ level: 10, all_lots: false, lot_ids: [2] })).toMatchObject({ lot_ids: [2] })
    expect(await put({ level: 10, all_lots: true })).toMatchObject({ all_lots: true, lot_ids: [] })
    expect(await put({ level: 1, all_lots: false, lot_ids: [2] })).toMatchObject({ all_lots: true })
    expect(await put({ level: 100 })).toMatchObject({ all_lots: true })
    const changes = (await trail(id)).filter(({ action }) => action === 'lots_changed')
    expect(changes.map(({ before, after }) => [before, after].map((side) => at(side, 'lots')))).toEqual([
      [['Garagem Centro', 'Aeroporto'], ['Shopping Norte']],
      [['Shopping Norte'], ['Todos']],
    ])
  })

  it('of two admins who demote each other at once one remains', async () => {
    const [own, other] = [await idOf(1), await idOf(2)]
    must(await admin.change('PUT', `${base}/${other}`, { level: 1 }))
    // Both are admitted as admins before either changes anything.
    const demote = (byId: number, userId: number) => {
      const by = {
        byId,
        actor: `staff ${byId}`,
        now: portal.clock.now(),
        passwordHash: '',
        lotNames: new Map<number, string>(),
      }
      const change = { lots: undefined, ...by, userId, level: 2 as const }
      return transaction(portal.db, (db) => changeLevel(db, change))
    }
    const done = await Promise.allSettled([demote(own, other), demote(other, own)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const admins = await portal.db.selectFrom('user_account').select('id').where('level', '=', 1).execute()
    expect(admins).toHaveLength(1)
    const level = (id: number, level: 1 | 2) =>
      portal.db.updateTable('user_account').set({ level }).where('id', '=', id).execute()
    await level(own, 1)
    await level(other, 2)
    // A change of level ended their logins.
    admin = await staffMember(portal, 1)
    manager = await staffMember(portal, 2)
  })

  it('the only admin cannot erase the own account', async () => {
    const person = portal.demo.staff?.find(({ level }) => level === 1)
    const reply = await admin.post('/api/me/erase', { password: person?.password })
    expect(reply).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  })

  it('new staff are invited by mail and choose a password', async () => {
    const entry = {
      name: 'Rita Nunes',
      email: 'rita@exemplo.com.br',
      tax_id: freshCpf(),
      phone: '41998761234',
    }
    const made = must(await admin.post(base, { ...entry, level: 10 }))
    expect(made.status).toBe(201)
    const id = Number(at(made.body, 'data.id'))
    expect(await trail(id)).toMatchObject([{ action: 'staff_created', after: { level: 10 } }])
    const first = await mailedToken(portal, entry.email)
    must(await admin.post(`${base}/${id}/invite`))
    portal.clock.forward(47 * 60)
    admin = await staffMember(portal, 1)
    const token = await mailedToken(portal, entry.email)
    const choose = (chosen: string) =>
      portal.client().post('/api/access/recover_token', { token: chosen, password: 'rita-estaciona' })
    expect((await choose(first)).status).toBe(422)
    expect(textAt(await newestMail(), 'subject')).toBe('Você agora faz parte da equipe')
    must(await choose(token))
    const client = portal.client()
    must(await logIn(client, { email: entry.email, password: 'rita-estaciona' }))
    expect(at(must(await client.get('/api/staff/second_factor')).body, 'data')).toEqual({
      enrolled: false,
      passed: false,
      short_password: false,
    })
    expect(await admin.post(base, { ...entry, level: 2 })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_account' },
    })
    const same = { ...entry, email: 'nilda@exemplo.com.br', tax_id: freshCpf(), level: 10 }
    const twice = await Promise.all(Array.from({ length: 4 }, () => admin.post(base, same)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  it('customers are neither invited nor created by staff', async () => {
    const { person } = await customer(portal)
    expect(await admin.post(`${base}/${person.id}/invite`)).toMatchObject({
      status: 409,
      body: { code: 'not_staff' },
    })
    const entry = {
      name: 'X',
      email: 'x@exemplo.com.br',
      tax_id: freshCpf(),
      phone: '41998761234',
      level: 100,
    }
    expect((await admin.post(base, entry)).status).toBe(422)
    expect((await admin.post(`${base}/999999/invite`)).status).toBe(404)
  })

  it('are signed out everywhere, phones included', async () => {
    const { client, person } = await customer(portal)
    const phone = must(await logIn(portal.client(), person, { app: true })).body
    const shown = must(await admin.post(`${base}/${person.id}/end_logins`)).body
    expect(at(shown, 'data.logins')).toBe(0)
    expect((await client.get('/api/session/web')).body).toMatchObject({ status: 400 })
    const token = { login_token: textAt(phone, 'device_ws_token') }
    expect(at((await portal.client().post('/auth/device', token)).body, 'logged')).toBe(false)
    expect(await trail(person.id)).toMatchObject([{ action: 'logins_ended' }])
    expect((await admin.post(`${base}/999999/end_logins`)).status).toBe(404)
  })

  it('a reset authenticator is enrolled again and the old login ends', async () => {
    const supervisor = await staffMember(portal, 10)
    const id = await idOf(10)
    const shown = must(await admin.post(`${base}/${id}/reset_second_factor`)).body
    expect(at(shown, 'data')).toMatchObject({ second_factor: false, logins: 0 })
    expect((await supervisor.get('/api/staff/tickets')).status).toBe(401)
    must(await admin.post(`${base}/${id}/reset_second_factor`))
    const actions = (await trail(id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'second_factor_reset')).toHaveLength(1)
    expect((await admin.post(`${base}/999999/reset_second_factor`)).status).toBe(404)
  })
})

async function newestMail(): Promise<unknown> {
  const mails = (await portal.client().get('/dev/mail')).body
  return Array.isArray(mails) ? mails[0] : undefined
}
