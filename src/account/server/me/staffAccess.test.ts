import { describe, expect, it } from 'vitest'
import { codeAt } from '#staff/server/totp.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()

const text = 'A senha da equipe deve ter 12 caracteres ou mais.'

function demoOf(level: number) {
  const person = portal.demo.staff?.find((known) => known.level === level)
  if (!person) throw new Error(`the demo has nobody of level ${level}`)
  return person
}

const ownAccount = async (client: PortalClient) =>
  at(must(await client.get('/api/me/gl_user/edit')).body, 'data')

async function change(client: PortalClient, part: object) {
  const own = await ownAccount(client)
  return client.change('PUT', `/api/me/gl_user/${String(at(own, 'id'))}`, { ...Object(own), ...part })
}

const actions = async (level: number) => {
  const { id } = await portal.db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', demoOf(level).email)
    .executeTakeFirstOrThrow()
  const rows = portal.db
    .selectFrom('audit')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', 'account')
  return rows.where('subject_id', '=', String(id)).orderBy('id').execute()
}

describe('staff who have not entered the second-factor code', () => {
  it('may pay, but not change e-mail or password, nor erase the account', async () => {
    const client = await staffMember(portal, 10, { code: false })
    const { password } = demoOf(10)
    const refused = { status: 403, body: { code: 'second_factor' } }
    expect(await change(client, { email: 'outra@exemplo.com.br', password })).toMatchObject(refused)
    const changed = { changePassword: true, password, password_new: 'outra-senha-longa' }
    expect(await change(client, changed)).toMatchObject(refused)
    expect(await client.post('/api/me/erase', { password })).toMatchObject(refused)
    expect((await client.get('/api/staff/lots')).status).toBe(403)
    const token = await openTransaction(client, await portal.openTicket(125))
    expect((await pay(client, token, cardEndingIn(1))).body).not.toMatchObject({ code: 'second_factor' })
  })
})

describe('a staff password', () => {
  it('has 12 characters or more', async () => {
    const client = await staffMember(portal, 2)
    const { password } = demoOf(2)
    const short = await change(client, { changePassword: true, password, password_new: 'curta-123' })
    expect(short).toMatchObject({ status: 422, body: { message: text, errors: { password: [text] } } })
    must(await change(client, { changePassword: true, password, password_new: 'bruno-gerencia-2' }))
    const { password_new: _, ...trail } = { password_new: '', rows: await actions(2) }
    expect(trail.rows).toContainEqual({
      action: 'password_changed',
      actor: expect.stringMatching(/^staff /),
      after: { address: expect.any(String) },
    })
  })

  it('that is shorter at login opens only the screen that changes it, after the code', async () => {
    const { hashPassword } = await import('../passwords.ts')
    const { email, totp_secret } = demoOf(1)
    const password = 'curta-123'
    const password_hash = await hashPassword(password, null)
    await portal.db.updateTable('user_account').set({ password_hash }).where('email', '=', email).execute()
    const client = portal.client()
    must(await logIn(client, { email, password }))
    await portal.db.updateTable('second_factor').set({ last_step: 1 }).execute()
    expect((await client.post('/api/staff/second_factor', { code: '000000' })).status).toBe(422)
    const code = codeAt(totp_secret ?? '', portal.clock.now())
    must(await client.post('/api/staff/second_factor', { code }))
    expect(at(must(await client.get('/api/staff/second_factor')).body, 'data')).toEqual({
      enrolled: true,
      passed: true,
      short_password: true,
    })
    expect(await client.get('/api/staff/lots')).toMatchObject({
      status: 403,
      body: { code: 'staff_password' },
    })
    must(await change(client, { changePassword: true, password, password_new: 'alice-administra-2' }))
    expect((await client.get('/api/staff/lots')).status).toBe(200)
    const after = { address: expect.any(String) }
    expect((await actions(1)).map(({ action }) => action)).toEqual([
      'signed_in',
      'code_refused',
      'password_changed',
    ])
    for (const row of await actions(1)) expect(row).toMatchObject({ after })
  })
})
