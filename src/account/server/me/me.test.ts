import { describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { customer, logIn, mailedToken, mailsTo, randomPerson, whoIs } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

describe('the own account', () => {
  it('is read under both names and never shows a password', async () => {
    const { client, person } = await customer(portal)
    const { body } = must(await client.get('/api/me/gl_user/edit'))
    const { name, email, id, cpfcnpj } = person
    expect(at(body, 'entity')).toMatchObject({ id, name, email, phone: '41998761234', cpfcnpj })
    expect(at(body, 'data')).toEqual(at(body, 'entity'))
    expect(textAt(body, 'entity.created_at')).toMatch(/-03:00$/)
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/)
  })

  it('is changed idempotently, and the old e-mail gets a notice', async () => {
    const { client, person } = await customer(portal)
    const changed = { ...person, name: 'Joana M. Silva', email: `nova.${person.email}`, phone: '4133334444' }
    for (let said = 0; said < 2; said += 1) {
      const { body } = must(await client.change('PUT', `/api/me/gl_user/${person.id}`, changed))
      expect(at(body, 'data')).toMatchObject({
        name: changed.name,
        email: changed.email,
        phone: changed.phone,
      })
    }
    expect(await mailsTo(portal, person.email)).toEqual(['O e-mail da sua conta foi alterado'])
    expect((await logIn(portal.client(), person)).status).toBe(422)
    expect((await logIn(portal.client(), changed)).status).toBe(200)
  })

  it('a new e-mail voids a recovery link that was mailed to the old one', async () => {
    const { client, person } = await customer(portal)
    must(await portal.client().post('/api/access/recover_email', { email: person.email }))
    const token = await mailedToken(portal, person.email)
    const changed = { ...person, email: `outra.${person.email}` }
    must(await client.change('PUT', `/api/me/gl_user/${person.id}`, changed))
    const reply = await portal.client().post('/api/access/recover_token', { token, password: 'segredo-novo' })
    expect(reply.status).toBe(422)
  })

  it('a new e-mail ends the other sessions and every device, and this one stays', async () => {
    const { client, person } = await customer(portal)
    const other = portal.client()
    const phone = textAt(must(await logIn(other, person, { app: true })).body, 'device_ws_token')
    must(
      await client.change('PUT', `/api/me/gl_user/${person.id}`, { ...person, email: randomPerson().email }),
    )
    expect(await whoIs(other)).toBe(null)
    expect(await whoIs(client)).toMatchObject({ id: person.id })
    expect((await other.post('/auth/device', { login_token: phone })).body).toMatchObject({ logged: false })
  })

  it('a new password ends the other sessions and every device, and this one stays', async () => {
    const { client, person } = await customer(portal)
    const elsewhere = portal.client()
    const phone = must(await logIn(elsewhere, person, { app: true })).body
    const body = { ...person, changePassword: true, password: person.password, password_new: 'outra-senha' }
    must(await client.change('PUT', `/api/me/gl_user/${person.id}`, body))
    expect((await elsewhere.get('/api/session/web')).body).toMatchObject({ status: 400 })
    expect((await elsewhere.get('/api/me/gl_user/edit')).status).toBe(401)
    expect((await client.get('/api/me/gl_user/edit')).status).toBe(200)
    const device = await portal
      .client()
      .post('/auth/device', { login_token: textAt(phone, 'device_ws_token') })
    expect(at(device.body, 'logged')).toBe(false)
    expect((await logIn(portal.client(), { ...person, password: 'outra-senha' })).status).toBe(200)
    expect(await mailsTo(portal, person.email)).toEqual(['Sua senha foi alterada'])
  })

  it.each([
    [{ password: 'errada', password_new: 'outra-senha' }, { password: ['Senha atual incorreta.'] }],
    [{ password: '', password_new: 'outra-senha' }, { password: ['Campo obrigatório.'] }],
    [{ password: 'x', password_new: '12345' }, { password_new: ['Digite uma senha com 6 digitos ou mais.'] }],
    [{ name: '' }, { name: ['Campo obrigatório.'] }],
    [{ email: 'x' }, { email: ['Campo deve ser um e-mail válido.'] }],
    [{ cpfcnpj: '111.111.111-11' }, { cpfcnpj: ['Digite um CPF válido.'] }],
  ])('%j is 422 under its field', async (entry, errors) => {
    const { client, person } = await customer(portal)
    const body = { ...person, changePassword: true, password_new: 'outra-senha', ...entry }
    expect(await client.change('PUT', `/api/me/gl_user/${person.id}`, body)).toMatchObject({
      status: 422,
      body: { errors },
    })
  })

  it('guesses of the current password are limited as logins are', async () => {
    const { client, person } = await customer(portal)
    const body = { ...person, changePassword: true, password: 'errada', password_new: 'outra-senha' }
    const guess = () => client.change('PUT', `/api/me/gl_user/${person.id}`, body)
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })

  it('a taken e-mail or CPF is 409 with the warning, without a change', async () => {
    const { person: other } = await customer(portal)
    const { client, person } = await customer(portal)
    for (const [field, flag] of [
      ['email', 'existsEmail'],
      ['cpfcnpj', 'existsCpfCnpj'],
    ] as const) {
      const reply = await client.change('PUT', `/api/me/gl_user/${person.id}`, {
        ...person,
        name: 'X',
        [field]: other[field],
      })
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 'duplicate_account', data: { [flag]: true } },
      })
      expect(textAt(reply.body, `errors.${field}.0`)).toContain('já possui cadastro conosco')
    }
    expect(at((await client.get('/api/me/gl_user/edit')).body, 'data.name')).toBe(person.name)
  })

  it('a new e-mail or CPF requires the password before it is checked for duplicates', async () => {
    const { person: other } = await customer(portal)
    const { client, person } = await customer(portal)
    const { password: _, ...known } = person
    for (const renamed of [
      { email: other.email },
      { cpfcnpj: other.cpfcnpj },
      { email: 'livre@exemplo.com.br' },
    ]) {
      const save = (more: object) =>
        client.change('PUT', `/api/me/gl_user/${person.id}`, { ...known, ...renamed, ...more })
      for (const [more, text] of [
        [{}, 'Campo obrigatório.'],
        [{ password: '' }, 'Campo obrigatório.'],
        [{ password: 'errada' }, 'Senha atual incorreta.'],
      ] as const)
        expect(await save(more)).toMatchObject({ status: 422, body: { errors: { password: [text] } } })
    }
    must(await client.change('PUT', `/api/me/gl_user/${person.id}`, { ...known, name: 'Outro Nome' }))
    const read = must(await client.get('/api/me/gl_user/edit')).body
    expect(at(read, 'data')).toMatchObject({
      email: person.email,
      cpfcnpj: person.cpfcnpj,
      name: 'Outro Nome',
    })
  })

  it('any other id is 404, existing or not', async () => {
    const { person: other } = await customer(portal)
    const { client, person } = await customer(portal)
    for (const id of [other.id, 999_999_999, 'x']) {
      const reply = await client.change('PUT', `/api/me/gl_user/${id}`, person)
      expect(reply.status).toBe(404)
    }
  })
})

describe('the own address', () => {
  const entry = {
    address_postalcode: '01001-000',
    address_street: 'Praça da Sé',
    address_number: '1',
    address_complement: 'lado ímpar',
    address_neighborhood: 'Sé',
    gl_city_id: { id: 3550308, name: 'São Paulo' },
  }

  it('is read, changed by the city’s id or the city itself, and read again', async () => {
    const { client, person } = await customer(portal)
    expect(at(must(await client.get('/api/me/gl_person/edit')).body, 'entity')).toMatchObject({
      id: person.id,
      address_postalcode: '80010000',
      gl_city_id: { id: 4106902, text: 'Curitiba - PR' },
    })
    for (const [path, gl_city_id] of [
      ['/api/me/gl_person', entry.gl_city_id],
      [`/api/me/gl_person/${person.id}`, 3550308],
      [`/api/me/gl_person/${person.id}`, 3550308],
    ] as const) {
      must(await client.change('PUT', path, { ...entry, gl_city_id }))
      expect(at(must(await client.get('/api/me/gl_person')).body, 'data')).toMatchObject({
        address_postalcode: '01001000',
        address_street: 'Praça da Sé',
        gl_city_id: { id: 3550308, text: 'São Paulo - SP' },
      })
    }
  })

  it.each([
    [{ gl_city_id: 1 }, 'gl_city_id'],
    [{ gl_city_id: null }, 'gl_city_id'],
    [{ address_postalcode: '123' }, 'address_postalcode'],
    [{ address_street: ' ' }, 'address_street'],
  ])('%j is 422', async (wrong, field) => {
    const { client } = await customer(portal)
    const reply = await client.change('PUT', '/api/me/gl_person', { ...entry, ...wrong })
    expect(reply.status).toBe(422)
    expect(at(reply.body, `errors.${field}`)).toHaveLength(1)
  })

  it('any other id is 404', async () => {
    const { person: other } = await customer(portal)
    const { client } = await customer(portal)
    expect((await client.change('PUT', `/api/me/gl_person/${other.id}`, entry)).status).toBe(404)
  })
})

describe('one e-mail, written in two ways', () => {
  it('is one account', async () => {
    const person = randomPerson()
    await customer(portal, person)
    expect((await logIn(portal.client(), { ...person, email: person.email.toUpperCase() })).status).toBe(200)
  })
})
