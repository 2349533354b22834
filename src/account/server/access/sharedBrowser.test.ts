import { beforeEach, describe, expect, it } from 'vitest'
import { onlyDigits } from '#kit/brazil.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { address, cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { createAccount, customer, logIn, logOut, randomPerson } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const guests = [onlyDigits(payer.cpfcnpj), payer.email, payer.name]

let cards = 0
/** A guest's card is refused, and the guest leaves data and payment in the browser. */
async function walksAway(client: PortalClient) {
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  const refused = must(await pay(client, token, cardEndingIn(2, (cards += 1))))
  expect(at(refused.body, 'data.transaction.state')).toBe('created')
  return { code, token }
}

const body = async (client: PortalClient, path: string) => must(await client.get(path)).body
const told = async (client: PortalClient) => JSON.stringify(await body(client, '/api/me/data'))
const ownerOf = async (token: string) =>
  (
    await portal.db
      .selectFrom('payment')
      .select('user_id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
  ).user_id

/** Removes the account's address, so that a leaked guest address would be offered. */
const withoutAddress = ({ id }: { id: number }) =>
  portal.db
    .updateTable('user_account')
    .set({ postal_code: null, street: null, street_number: null, neighborhood: null, city_id: null })
    .where('id', '=', id)
    .execute()

type SignIn = (client: PortalClient) => Promise<unknown>
let stranger: Awaited<ReturnType<typeof customer>>['person']
let phone: string
beforeEach(async () => {
  const made = await customer(portal)
  stranger = made.person
  const app = must(await logIn(portal.client(), stranger, { app: true }))
  phone = textAt(app.body, 'device_ws_token')
  await withoutAddress(stranger)
})

describe.each<[string, SignIn]>([
  ['with a password', async (client) => must(await logIn(client, stranger))],
  ['by a phone', async (client) => must(await client.post('/auth/device', { login_token: phone }))],
])('another person signs in %s on a guest’s session', (_, signIn) => {
  it('and sees no guest data', async () => {
    const client = portal.client()
    const { token } = await walksAway(client)
    await signIn(client)
    const seen = await told(client)
    for (const word of [...guests, address.street]) expect(seen).not.toContain(word)
    expect(await body(client, '/api/account/get_address')).toMatchObject({ data: null })
    expect(await body(client, '/api/account/get_account')).toMatchObject({ data: { email: stranger.email } })
    expect(await ownerOf(token)).toBeNull()
  })

  it('and cannot pay with the guest’s address', async () => {
    const client = portal.client()
    await walksAway(client)
    await signIn(client)
    const code = await portal.openTicket(125)
    const ticket = must(await client.post('/api/tk_ticket/read', { code })).body
    const wanted = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code }
    const ticket_value = at(ticket, 'data.ticket.value')
    const opened = must(await client.post('/api/tk_ticket/createTransaction', { ...wanted, ticket_value }))
    const paid = await pay(client, textAt(opened.body, 'data.ws_token'), cardEndingIn(1))
    expect(paid).toMatchObject({ status: 422, body: { code: 'payer_missing' } })
  })

  it('the guest’s payment stays open at its address, and the same ticket can be paid separately', async () => {
    const client = portal.client()
    const { code, token } = await walksAway(client)
    await signIn(client)
    expect(await body(client, `/api/pm_transaction/${token}`)).toMatchObject({
      data: { state: 'created', has_user: false },
    })
    must(await client.post('/api/account/set_address', address))
    const own = await openTransaction(client, code)
    expect(own).not.toBe(token)
    expect(must(await pay(client, own, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
    expect(await ownerOf(own)).toBe(stranger.id)
  })
})

it('the person who signed in may pay the payment on the screen with their own data', async () => {
  const client = portal.client()
  const { token } = await walksAway(client)
  must(await logIn(client, stranger))
  must(await client.post('/api/account/set_address', address))
  must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
  expect(must(await pay(client, token, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
  const { payer: kept } = await portal.db
    .selectFrom('payment')
    .select('payer')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ name: stranger.name, taxId: stranger.cpfcnpj })
})

it('a login over another person’s login: each has a separate payment of the same ticket', async () => {
  const { client, person } = await customer(portal)
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  must(await logIn(client, stranger))
  must(await client.post('/api/account/set_address', address))
  const own = await openTransaction(client, code)
  expect(own).not.toBe(token)
  expect(must(await pay(client, own, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
  expect([await ownerOf(token), await ownerOf(own)]).toEqual([person.id, stranger.id])
})

it('another person creates an account there: the payment is not transferred', async () => {
  const client = portal.client()
  const { token } = await walksAway(client)
  const person = await createAccount(client)
  const seen = await told(client)
  for (const word of guests) expect(seen).not.toContain(word)
  expect(seen).toContain(person.cpfcnpj)
  expect(await ownerOf(token)).toBeNull()
})

it('a logout leaves no data of the person', async () => {
  const client = portal.client()
  must(await logIn(client, stranger))
  must(await client.post('/api/account/set_account', payer))
  must(await client.post('/api/account/set_address', address))
  must(await logOut(client))
  expect(await body(client, '/api/account/get_account')).toMatchObject({ data: null })
  expect(await body(client, '/api/account/get_address')).toMatchObject({ data: null })
})

describe('the guest signs in', () => {
  it('and keeps data and open payment', async () => {
    const person = randomPerson()
    const made = await createAccount(portal.client(), person)
    await withoutAddress(made)
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(125))
    must(await client.post('/api/account/set_account', { ...person, password: null }))
    must(await pay(client, token, cardEndingIn(2, (cards += 1))))
    must(await logIn(client, person))
    expect(await ownerOf(token)).toBe(made.id)
    expect(await body(client, '/api/account/get_address')).toMatchObject({
      data: { street: address.street },
    })
  })

  it('before payer data exist: the payment is transferred', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(125))
    must(await logIn(client, stranger))
    expect(await ownerOf(token)).toBe(stranger.id)
  })
})
