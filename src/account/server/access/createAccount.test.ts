import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { defaultPageSettings } from '#site/pageSettings.ts'
import { termsText } from '../../termsText.ts'
import { createAccount, customer, randomPerson } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

describe('creating an account', () => {
  it('keeps a hash of the password and a consent with the version of the terms', async () => {
    const { client, person } = await customer(portal)
    const row = await portal.db
      .selectFrom('user_account')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    const consents = await portal.db
      .selectFrom('consent')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute()
    const terms_hash = sha256(termsText(defaultPageSettings))
    expect(consents).toMatchObject([
      { kind: 'terms', terms_version: '2026-11-22', terms_hash, revoked_at: null },
    ])
    const typed = await portal.db
      .selectFrom('guest_data')
      .innerJoin('session', 'id_hash', 'session_hash')
      .select('guest_data.data')
      .where('user_id', '=', person.id)
      .execute()
    expect(typed).toHaveLength(1)
    expect(JSON.stringify(typed)).not.toContain('argon2')
    expect(must(await client.post('/api/account/createAndLogin')).body).toMatchObject({
      data: { logged: true, user: { id: person.id } },
    })
  })

  it('reports a taken e-mail or CPF, in set_account and in createAndLogin', async () => {
    const { person } = await customer(portal)
    const other = randomPerson()
    const client = portal.client()
    const say = (entry: object) =>
      client.post('/api/account/set_account', { ...other, ...entry, shouldCreateAccount: true })
    expect(must(await say({ email: person.email.toUpperCase() })).body).toEqual({
      data: { existsEmail: true, existsCpfCnpj: false },
    })
    expect(must(await say({ cpfcnpj: person.cpfcnpj })).body).toEqual({
      data: { existsEmail: false, existsCpfCnpj: true },
    })
    expect(at((await client.get('/api/account/get_account')).body, 'data')).toBeNull()
    const paying = await client.post('/api/account/set_account', { ...person, shouldCreateAccount: false })
    expect(paying.body).toEqual({ data: { existsEmail: false, existsCpfCnpj: false } })
  })

  it('the unique index decides a race for one e-mail', async () => {
    const [ana, bia] = [portal.client(), portal.client()]
    const person = randomPerson()
    for (const [client, cpfcnpj] of [
      [ana, person.cpfcnpj],
      [bia, randomPerson().cpfcnpj],
    ] as const) {
      must(await client.post('/api/account/set_account', { ...person, cpfcnpj, shouldCreateAccount: true }))
      must(
        await client.post('/api/account/set_address', {
          postalcode: '80010000',
          street: 'Rua',
          streetNumber: '1',
          neighborhood: 'Centro',
          gl_city_id: 4106902,
        }),
      )
    }
    const answers = await Promise.all([ana, bia].map((client) => client.post('/api/account/createAndLogin')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'duplicate_account',
      data: { existsEmail: true, existsCpfCnpj: false },
      errors: { email: [`O e-mail ${person.email} já possui cadastro conosco...`] },
    })
  })

  it.each([
    [{ password: '12345' }, 'Digite uma senha com 6 digitos ou mais.'],
    [{ password: '' }, 'Campo obrigatório.'],
    [{ password: null }, 'Campo obrigatório.'],
  ])('%j is 422', async (entry, text) => {
    const body = { ...randomPerson(), ...entry, shouldCreateAccount: true }
    expect((await portal.client().post('/api/account/set_account', body)).body).toMatchObject({
      errors: { password: [text] },
    })
  })

  it('without data, password or address is 422', async () => {
    const client = portal.client()
    expect(await client.post('/api/account/createAndLogin')).toMatchObject({
      status: 422,
      body: { code: 'account_incomplete' },
    })
    must(await client.post('/api/account/set_account', { ...randomPerson(), shouldCreateAccount: true }))
    must(await client.post('/api/account/set_account', randomPerson()))
    expect((await client.post('/api/account/createAndLogin')).status).toBe(422)
  })

  it('inside the ticket flow: the account owns the open payment, which uses its data and address', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    const person = await createAccount(client)
    expect(at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.has_user')).toBe(true)
    expect(at(must(await client.get('/api/account/get_account')).body, 'data')).toEqual({
      name: person.name,
      email: person.email,
      phone: '41998761234',
      cpfcnpj: person.cpfcnpj,
    })
    expect(at(must(await client.get('/api/account/get_address')).body, 'data.city.text')).toBe(
      'Curitiba - PR',
    )
  })
})
