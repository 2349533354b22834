import { describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { address, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { randomPerson, whoIs } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const ana = randomPerson()
const beto = randomPerson()

async function type(client: PortalClient, person: typeof ana, ticket_code?: string, wish = false) {
  const account = { ...person, shouldCreateAccount: wish, ticket_code }
  must(await client.post('/api/account/set_account', account))
  must(await client.post('/api/account/set_address', { ...address, ticket_code }))
}

/** Without data typed by this function. */
async function openTicket(client: PortalClient) {
  const code = await portal.openTicket(125)
  const ticket = must(await client.post('/api/tk_ticket/read', { code })).body
  const body = { ticket_code: code, ticket_value: at(ticket, 'data.ticket.value'), payment_type: 1 }
  const opened = must(await client.post('/api/tk_ticket/createTransaction', body))
  return { code, token: String(at(opened.body, 'data.ws_token')) }
}

async function payerOf(token: string) {
  const row = portal.db.selectFrom('payment').select(['payer', 'user_id']).where('token', '=', token)
  return row.executeTakeFirstOrThrow()
}

const draft = async (client: PortalClient, code: string) =>
  at(must(await client.get(`/api/account/get_account?ticket_code=${code}`)).body, 'data')

describe('two guests, one browser, two tickets', () => {
  it('each ticket is paid with the payer data typed for it', async () => {
    const client = portal.client()
    const [first, second] = [await openTicket(client), await openTicket(client)]
    await type(client, ana, first.code)
    await type(client, beto, second.code)
    must(await pay(client, first.token, cardEndingIn(1)))
    must(await pay(client, second.token, cardEndingIn(1)))
    expect(await payerOf(first.token)).toMatchObject({ payer: { email: ana.email } })
    expect(await payerOf(second.token)).toMatchObject({ payer: { email: beto.email } })
  })

  it('payer data of another ticket are only a draft, and pay no ticket', async () => {
    const client = portal.client()
    const [first, second] = [await openTicket(client), await openTicket(client)]
    await type(client, ana, first.code)
    expect(await draft(client, first.code)).not.toHaveProperty('draft')
    expect(await draft(client, second.code)).toMatchObject({ email: ana.email, draft: true })
    const refused = await pay(client, second.token, cardEndingIn(1))
    expect(refused).toMatchObject({ status: 422, body: { code: 'payer_missing' } })
  })

  it('payer data without a ticket code pay any ticket without data of its own', async () => {
    const client = portal.client()
    const [first, second] = [await openTicket(client), await openTicket(client)]
    await type(client, ana)
    await type(client, beto, second.code)
    expect(await draft(client, first.code)).toMatchObject({ email: ana.email })
    must(await pay(client, first.token, cardEndingIn(1)))
    must(await pay(client, second.token, cardEndingIn(1)))
    expect(await payerOf(first.token)).toMatchObject({ payer: { email: ana.email } })
    expect(await payerOf(second.token)).toMatchObject({ payer: { email: beto.email } })
  })

  it('the account is created from the data of its ticket only; other payments stay without an owner', async () => {
    const client = portal.client()
    const [first, second] = [await openTicket(client), await openTicket(client)]
    await type(client, ana, first.code, true)
    await type(client, beto, second.code, true)
    must(await client.post('/api/account/createAndLogin', { ticket_code: first.code }))
    expect(await whoIs(client)).toMatchObject({ name: ana.name })
    expect([(await payerOf(first.token)).user_id === null, (await payerOf(second.token)).user_id]).toEqual([
      false,
      null,
    ])
    const typed = await portal.db
      .selectFrom('guest_data')
      .innerJoin('session', 'id_hash', 'session_hash')
      .select('guest_data.data')
      .where('user_id', 'is not', null)
      .execute()
    expect(JSON.stringify(typed)).toContain(ana.email)
    expect(JSON.stringify(typed)).not.toContain(beto.email)
  })

  it('no account is created if only another ticket’s data asked for one', async () => {
    const client = portal.client()
    const [first, second] = [await openTicket(client), await openTicket(client)]
    await type(client, randomPerson(), first.code, true)
    await type(client, randomPerson(), second.code)
    const refused = await client.post('/api/account/createAndLogin', { ticket_code: second.code })
    expect(refused).toMatchObject({ status: 422, body: { code: 'account_incomplete' } })
    expect(await client.post('/api/account/createAndLogin')).toMatchObject({ status: 422 })
  })
})

it('payer data of ten tickets are kept, and the oldest are deleted', async () => {
  const client = portal.client()
  const codes = Array.from({ length: 11 }, (_, n) => String(1_000_000_000_000 + n))
  for (const code of codes) await type(client, ana, code)
  expect(await draft(client, codes[0] ?? '')).toMatchObject({ draft: true })
  for (const code of codes.slice(1)) expect(await draft(client, code)).not.toHaveProperty('draft')
})

it('data and address sent concurrently for two tickets are all stored', async () => {
  const client = portal.client()
  const codes = ['2000000000001', '2000000000002']
  await type(client, beto)
  await Promise.all(codes.map((code) => type(client, ana, code)))
  for (const code of codes) {
    expect(await draft(client, code)).toMatchObject({ email: ana.email })
    const kept = must(await client.get(`/api/account/get_address?ticket_code=${code}`)).body
    expect(at(kept, 'data')).not.toHaveProperty('draft')
  }
})

it('the test helper’s payment is a payment without a ticket code', async () => {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(125))
  expect(must(await pay(client, token, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
})
