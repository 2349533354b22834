import { describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction } from '#test/support/flow.ts'
import { customer, logOut } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

async function bodies(client: PortalClient) {
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  const path = `/api/pm_transaction/${token}`
  const stateOf = async () => {
    const row = portal.db.selectFrom('payment').select(['state', 'payment_type']).where('token', '=', token)
    return row.executeTakeFirstOrThrow()
  }
  const calls: ReadonlyArray<[path: string, body: object]> = [
    ['/api/tk_ticket/createTransaction', { ticket_code: code, ticket_value: 7, payment_type: 2 }],
    ['/api/pm_transaction/createReserve', { personVehicle_id: 1 }],
    [`${path}/changeType`, { payment_type: 2 }],
    [`${path}/pay`, cardBody(cardEndingIn(1))],
  ]
  return { calls, stateOf }
}

describe('a call from a page that expects another person than the session’s (docs/spec.md#r26)', () => {
  it('of a login that has ended: nothing is done', async () => {
    const { client, person } = await customer(portal)
    const { calls, stateOf } = await bodies(client)
    must(await logOut(client))
    for (const [path, body] of calls) {
      const refused = await client.post(path, { ...body, person: person.id })
      expect(refused).toMatchObject({
        status: 401,
        body: { code: 'session_changed', message: 'Sessão expirada.', data: { user: null } },
      })
    }
    expect(await stateOf()).toEqual({ state: 'created', payment_type: 1 })
  })

  it('of a guest, or of somebody else: nothing is done', async () => {
    const { client, person } = await customer(portal)
    const { calls, stateOf } = await bodies(client)
    const texts: Array<[number, string]> = [
      [0, `Você entrou como ${person.name}.`],
      [person.id + 1, 'Sessão expirada! Você será redirecionado, aguarde...'],
    ]
    for (const [path, body] of calls)
      for (const [claimed, message] of texts)
        expect(await client.post(path, { ...body, person: claimed })).toMatchObject({
          status: 401,
          body: { code: 'session_changed', message, data: { user: { id: person.id, name: person.name } } },
        })
    expect(await stateOf()).toEqual({ state: 'created', payment_type: 1 })
  })

  it('is accepted if the expected person is right or not stated', async () => {
    const { client, person } = await customer(portal)
    const { calls } = await bodies(client)
    const [path, body] = calls[3] ?? ['', {}]
    const paid = must(await client.post(path, { ...body, person: person.id }))
    expect(at(paid.body, 'data.ok')).toBe(true)
    const guest = portal.client()
    const [guestsPath, guestsBody] = (await bodies(guest)).calls[3] ?? ['', {}]
    must(await guest.post(guestsPath, { ...guestsBody, person: 0 }))
  })
})
