import { describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { spendLimit, twoAddressesOfOneNet } from '#test/support/limits/limitScenario.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const create = { payment_type: 1, ticket_value: 7 }
const refused = (status: number, code: string) => ({ status, body: { code } })

/** A ticket with an open transaction that was paid at a machine and has left. */
async function gone() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  const gate = portal.gate()
  const at = portal.clock.now().toISOString()
  must(await gate.payment({ code, amount: 7, paid_at: at, method: 'cash' }))
  must(await gate.exit({ lot_id: 1, gate: 'S1', code, at }))
  return { client, code, token }
}

describe('an unknown ticket', () => {
  it('is not found and opens no payment', async () => {
    const client = portal.client()
    const unknown = refused(404, 'ticket_not_found')
    expect(await client.get('/api/tk_ticket?code=0000000000000')).toMatchObject(unknown)
    const body = { ...create, ticket_code: '0000000000000' }
    expect(await client.post('/api/tk_ticket/createTransaction', body)).toMatchObject(unknown)
  })
})

describe('an address with too many unknown codes', () => {
  it('gets no existing ticket from any call; another address does', async () => {
    const { one, key } = twoAddressesOfOneNet()
    await spendLimit(portal, 'look_up_address', key, 60)
    const code = await portal.openTicket(130)
    const tooMany = { status: 429, body: { code: 'too_many' } }
    const client = portal.client(one)
    const opened = { ...create, ticket_code: code }
    expect(await client.get(`/api/tk_ticket?code=${code}`)).toMatchObject(tooMany)
    const answers = [
      await client.post('/api/tk_ticket/read', { code }),
      await client.post('/api/tk_ticket/read', { code, confirmReserve: true }),
      await client.post('/api/tk_ticket/createTransaction', opened),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject(tooMany)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
    }
    must(await portal.client().post('/api/tk_ticket/read', { code }))
    must(await portal.client().post('/api/tk_ticket/createTransaction', opened))
  })
})

describe('a ticket whose car has left', () => {
  it('is not shown, and its open transaction charges nothing', async () => {
    const { client, code, token } = await gone()
    const exited = refused(410, 'ticket_exited')
    expect(await client.get(`/api/tk_ticket?code=${code}`)).toMatchObject(exited)
    const body = { ...create, ticket_code: code }
    expect(await client.post('/api/tk_ticket/createTransaction', body)).toMatchObject(exited)
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject(exited)
    const sales = await portal.simulator.ledger()
    expect(sales.filter((sale) => sale.order_id.startsWith(token))).toEqual([])
  })
})

describe('an obstacle to the payment is reported with the price', () => {
  const blockedFor = async (client: PortalClient, code: string, path = 'read', field = 'blocked_by') => {
    const answer =
      path === 'read'
        ? await client.post('/api/tk_ticket/read', { code })
        : await client.get(`/api/tk_ticket?code=${code}`)
    return at(must(answer).body, `data.ticket.${field}`)
  }

  it('a card of another person at the bank is reported to other payers, not to its payer', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    const token = await openTransaction(client, code)
    expect(await blockedFor(portal.client(), code)).toBeNull()
    await portal.simulator.fault('drop_after_commit')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.transaction.state')).toBe('unknown')
    for (const path of ['read', 'find'])
      expect(await blockedFor(portal.client(), code, path)).toBe('payment_in_flight')
    expect(await blockedFor(client, code)).toBeNull()
    expect(await blockedFor(client, code, 'read', 'own_in_flight')).toBe(true)
    expect(await blockedFor(portal.client(), code, 'read', 'own_in_flight')).toBe(false)
  })

  it('a reserved car past its tolerance cannot pay its ticket: the hold pays', async () => {
    const car = await reserved(portal, 2)
    must(await portal.gate().entry({ lot_id: 2, gate: 'E1', plate: car.plate }))
    portal.clock.forward(60)
    expect(await blockedFor(portal.client(), car.code)).toBe('ticket_reserved')
  })

  it('too many refused cards of the caller within a day; another caller can pay the same ticket', async () => {
    const { client, person } = await customer(portal)
    const code = await portal.openTicket(130)
    await spendLimit(portal, 'card_person', `user ${person.id}`, 20)
    expect(await blockedFor(client, code)).toBe('too_many_attempts')
    expect(await blockedFor(portal.client(), code)).toBeNull()
  })
})
