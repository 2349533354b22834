import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction } from '#test/support/flow.ts'
import { createReserve, driver, reserved } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { createAccount, customer, logIn, mailsTo, whoIs } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })

type Client = ReturnType<TestPortal['client']>

async function payAndSave(client: Client): Promise<string> {
  const token = await openTransaction(client, await portal.openTicket(130))
  const body = { ...cardBody(cardEndingIn(1)), cardSave: true }
  expect(at(must(await client.post(`/api/pm_transaction/${token}/pay`, body)).body, 'data.ok')).toBe(true)
  return token
}

describe('what is stored about me', () => {
  it('is complete, without secrets', async () => {
    const { client, person } = await customer(portal)
    must(await logIn(client, person, { app: true }))
    must(await client.post('/api/gl_person_vehicle', { name: 'Uno', license_plate: 'ABC1234' }))
    const token = await payAndSave(client)
    const { body } = must(await client.get('/api/me/data'))
    expect(at(body, 'data')).toMatchObject({
      account: { id: person.id, email: person.email, cpfcnpj: person.cpfcnpj },
      address: { address_street: 'Rua XV de Novembro' },
      vehicles: [{ license_plate: 'ABC1234' }],
      saved_cards: [{ brand: 'Visa' }],
      consents: [
        { kind: 'saved_cards', revocable: true },
        { kind: 'terms', revocable: false, terms_version: '2026-11-22' },
      ],
      payments: [{ ws_token: token, state: 'captured' }],
      devices: [{ used_at: '2026-03-10T12:00:00-03:00' }],
      kept_after_erasure: expect.arrayContaining([
        expect.objectContaining({ title: 'Pagamentos e recibos', count: 1 }),
      ]),
    })
    expect(JSON.stringify(body)).not.toMatch(/password|argon2|sealed|token_hash/)
  })
})

describe('consents', () => {
  const list = async (client: Client) =>
    at(must(await client.get('/api/me/consent')).body, 'data') as { id: number; kind: string }[]

  it('revoking the card consent deletes the cards and is idempotent', async () => {
    const { client } = await customer(portal)
    await payAndSave(client)
    const [cards] = await list(client)
    for (let said = 0; said < 2; said += 1) {
      const reply = must(await client.change('DELETE', `/api/me/consent/${cards?.id}`))
      expect(at(reply.body, 'data')).toMatchObject({
        kind: 'saved_cards',
        revocable: false,
        revoked_at: '2026-03-10T12:00:00-03:00',
      })
    }
    expect(at(must(await client.get('/api/me/pm_person_paymethod')).body, 'data')).toEqual([])
    await payAndSave(client)
    expect((await list(client)).map(({ kind }) => kind)).toEqual(['saved_cards', 'saved_cards', 'terms'])
  })

  it('the terms cannot be revoked: 409; another person’s consent is 404', async () => {
    const { client } = await customer(portal)
    const [terms] = await list(client)
    expect(await client.change('DELETE', `/api/me/consent/${terms?.id}`)).toMatchObject({
      status: 409,
      body: { code: 'consent_needed' },
    })
    const { client: other } = await customer(portal)
    expect((await other.change('DELETE', `/api/me/consent/${terms?.id}`)).status).toBe(404)
  })
})

describe('erasing the account', () => {
  const erase = (client: Client, password: string) => client.post('/api/me/erase', { password })

  it('leaves only fiscal records of payments, and names them', async () => {
    const { client, person } = await customer(portal)
    const elsewhere = portal.client()
    const phone = must(await logIn(elsewhere, person, { app: true })).body
    must(await client.post('/api/gl_person_vehicle', { name: 'Uno', license_plate: 'ABC1234' }))
    const paid = await payAndSave(client)
    const opened = await openTransaction(client, await portal.openTicket(130))
    must(await client.post(`/api/pm_transaction/${opened}/pay`, cardBody(cardEndingIn(2))))

    const reply = must(await erase(client, person.password))
    expect(reply.body).toMatchObject({
      data: {
        erased: true,
        kept: expect.arrayContaining([expect.objectContaining({ title: 'Pagamentos e recibos', count: 1 })]),
      },
    })
    expect(await whoIs(client)).toBeNull()
    expect((await elsewhere.get('/api/session/web')).body).toMatchObject({ status: 400 })
    expect((await logIn(portal.client(), person)).status).toBe(422)
    const device = await portal
      .client()
      .post('/auth/device', { login_token: textAt(phone, 'device_ws_token') })
    expect(at(device.body, 'logged')).toBe(false)
    expect(await mailsTo(portal, person.email)).toContain('Sua conta foi excluída')

    const payments = await portal.db
      .selectFrom('payment')
      .select(['user_id', 'payer'])
      .where('token', 'in', [paid, opened])
      .orderBy('id')
      .execute()
    expect(payments).toMatchObject([
      { user_id: null, payer: { taxId: person.cpfcnpj } },
      { user_id: null, payer: {} },
    ])
    // `toMatchObject({})` would match any object.
    expect(payments[1]?.payer).toEqual({})
    for (const table of ['vehicle', 'saved_card', 'device_token', 'consent', 'recovery_token', 'session']) {
      const rows = await sql`select 1 from ${sql.table(table)} where user_id = ${person.id}`.execute(
        portal.db,
      )
      expect({ table, rows: rows.rows }).toEqual({ table, rows: [] })
    }
    await expectInvariants(portal)
    expect((await createAccount(portal.client(), person)).id).not.toBe(person.id)
  })

  it('keeps payer data while a sale may still be reported, which then has its name and receipt', async () => {
    const { client, person } = await customer(portal)
    const token = await openTransaction(client, await portal.openTicket(125))
    await portal.simulator.fault('late_sale')
    must(await client.post(`/api/pm_transaction/${token}/pay`, cardBody(cardEndingIn(1))))
    const pass = async (minutes: number) => {
      portal.clock.forward(minutes)
      await portal.sweep()
      await portal.expireLeases()
    }
    await pass(0.5)
    await pass(1)
    must(await client.post('/api/me/erase', { password: person.password }))
    for (const minutes of [5, 5, 20]) await pass(minutes)
    await portal.runJobs()
    const sold = portal.db.selectFrom('payment').select(['state', 'payer']).where('token', '=', token)
    expect(await sold.executeTakeFirstOrThrow()).toMatchObject({
      state: 'captured',
      payer: { name: person.name },
    })
    expect(await mailsTo(portal, person.email)).toContainEqual(expect.stringMatching(/recibo/i))
    await expectInvariants(portal)
  })

  it('requires the password: 422 for a wrong one, 429 after five', async () => {
    const { client } = await customer(portal)
    for (let i = 0; i < 5; i += 1) {
      expect(await erase(client, 'errada')).toMatchObject({
        status: 422,
        body: { errors: { password: ['Senha atual incorreta.'] } },
      })
    }
    expect((await erase(client, 'errada')).status).toBe(429)
    expect(await whoIs(client)).not.toBeNull()
  })

  it('is refused with 409 during a payment at the bank', async () => {
    const { client, person } = await customer(portal)
    const token = await openTransaction(client, await portal.openTicket(130))
    await portal.simulator.fault('status0')
    must(await client.post(`/api/pm_transaction/${token}/pay`, cardBody(cardEndingIn(1))))
    expect(await erase(client, person.password)).toMatchObject({
      status: 409,
      body: { code: 'payment_in_flight' },
    })
    portal.clock.forward(1)
    await portal.sweep()
    expect((await erase(client, person.password)).status).toBe(200)
  })

  it('its mails are deleted from the queue a day later', async () => {
    const { client, person } = await customer(portal)
    must(await erase(client, person.password))
    await portal.runJobs()
    portal.clock.forward(25 * 60)
    await portal.upkeep()
    const jobs = await portal.db.selectFrom('job').select('payload').where('kind', '=', 'notice').execute()
    expect(JSON.stringify(jobs)).not.toContain(person.email)
  })
})

describe('reservations of mine', () => {
  const erase = (client: Client, password: string) => client.post('/api/me/erase', { password })

  it('are listed; while a car is awaited or inside the account cannot be erased', async () => {
    const space = await reserved(portal, 1)
    const { client, person } = space
    const open = { status: 409, body: { code: 'reservation_open' } }
    expect(at(must(await client.get('/api/me/data')).body, 'data.reservations')).toMatchObject([
      { ticket_code: space.code, license_plate: space.plate, state: 'preauthorised', hold: { value: 50 } },
    ])
    expect(await erase(client, person.password)).toMatchObject(open)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: space.plate }))
    portal.clock.forward(125)
    expect(at(must(await space.confirm()).body, 'data.ok')).toBe(true)
    expect(await erase(client, person.password)).toMatchObject(open)
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', plate: space.plate }))
    must(await erase(client, person.password))
    const [kept] = await rowsOf(space.code)
    // A payment with money is a fiscal record and keeps its plate.
    expect(kept).toMatchObject({ user_id: null, plate: space.plate })
  })

  it('that were cancelled free of charge lose their plate when the account is erased', async () => {
    const { client, person, vehicleId } = await driver(portal)
    const made = must(await createReserve(client, vehicleId, 1))
    expect(await erase(client, person.password)).toMatchObject({ status: 409 })
    must(await client.post(`/api/pm_transaction/${textAt(made.body, 'ws_token')}/reserveCancel`))
    must(await erase(client, person.password))
    expect(await rowsOf(textAt(made.body, 'ticket_code'))).toMatchObject([
      { user_id: null, plate: '', vehicle_name: '' },
    ])
  })

  it('that were not paid in time lose their plate too, swept or not', async () => {
    const { client, person, vehicleId } = await driver(portal)
    const made = must(await createReserve(client, vehicleId, 1))
    portal.clock.forward(16)
    must(await erase(client, person.password))
    await portal.sweep()
    expect(await rowsOf(textAt(made.body, 'ticket_code'))).toMatchObject([{ user_id: null, plate: '' }])
  })

  const rowsOf = (code: string) =>
    portal.db
      .selectFrom('reservation')
      .select(['user_id', 'plate', 'vehicle_name'])
      .where('ticket_code', '=', code)
      .execute()
})
