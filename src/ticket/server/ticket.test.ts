import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const read = async (code: string) => must(await portal.client().post('/api/tk_ticket/read', { code }))

function create(client: ReturnType<TestPortal['client']>, code: string, value: unknown, payment_type = 1) {
  return client.post('/api/tk_ticket/createTransaction', {
    ticket_code: code,
    ticket_value: value,
    payment_type,
    pm_person_paymethod_id: null,
  })
}

describe('looking a ticket up', () => {
  it('answers amount, breakdown and end of the price', async () => {
    const code = await portal.openTicket(130)
    const reply = await read(code)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.body).toMatchObject({
      data: {
        ticket: {
          code,
          lot: 'Garagem Centro',
          lot_city_id: 4106902,
          state: 'due',
          value: 7,
          valueHuman: '7,00',
          time: '2h10min',
          time_minutes: 130,
          entranceDateTime: '2026-03-10T09:50:00-03:00',
          t_expires: '2026-03-10T12:51:00-03:00',
          free_until: null,
          ticket_dt_exit: null,
          server_now: '2026-03-10T12:00:00-03:00',
        },
      },
    })
    const lines = at(reply.body, 'data.ticket.breakdown') as { value: number }[]
    expect(lines.reduce((sum, { value }) => sum + value, 0)).toBe(7)
  })

  it('reports that a ticket inside its tolerance may leave, without a payment', async () => {
    const code = await portal.openTicket(10)
    expect((await read(code)).body).toMatchObject({
      data: { ticket: { state: 'free', value: 0, t_expires: null, free_until: '2026-03-10T12:20:00-03:00' } },
    })
    const client = portal.client()
    expect(await create(client, code, 0)).toMatchObject({ status: 422, body: { code: 'nothing_due' } })
  })

  it('the GET call answers the same', async () => {
    const code = await portal.openTicket(121, 2)
    const first = await read(code)
    const found = must(await portal.client().get(`/api/tk_ticket?code=${code}`))
    expect(at(found.body, 'data.ticket.value')).toBe(at(first.body, 'data.ticket.value'))
    expect(at(found.body, 'data.ticket.t_expires')).toBe(at(first.body, 'data.ticket.t_expires'))
  })

  it.each([
    ['', 'Campo obrigatório.'],
    ['123', 'O número do ticket deve ter 13 dígitos.'],
    ['12345678901234', 'O número do ticket deve ter 13 dígitos.'],
    ['123456789012a', 'O número do ticket deve ter 13 dígitos.'],
  ])('%j is 422 with the text of the specification', async (code, text) => {
    const reply = await portal.client().post('/api/tk_ticket/read', { code })
    expect(reply).toMatchObject({
      status: 422,
      body: { message: text, status: 422, errors: { code: [text] } },
    })
  })

  it.each([
    [undefined, 'Campo obrigatório.'],
    [null, 'Campo obrigatório.'],
    [1234567890123, 'Valor inválido.'],
    [['0001234567890'], 'Valor inválido.'],
    [[], 'Valor inválido.'],
  ])('the code %j is 422: missing or wrong, each with its text', async (code, said) => {
    const body = { code, confirmReserve: 'sim' }
    expect((await portal.client().post('/api/tk_ticket/read', body)).body).toMatchObject({
      errors: { code: [said], confirmReserve: ['Valor inválido.'] },
    })
  })

  it('an unknown ticket is 404, an exited one 410, a missing reservation 409', async () => {
    const client = portal.client()
    expect(await client.post('/api/tk_ticket/read', { code: '0000000000000' })).toMatchObject({
      status: 404,
      body: { code: 'ticket_not_found' },
    })
    const gone = await portal.openTicket(60)
    await portal.db
      .updateTable('ticket')
      .set({ exited_at: portal.clock.now() })
      .where('code', '=', gone)
      .execute()
    expect(await client.post('/api/tk_ticket/read', { code: gone })).toMatchObject({
      status: 410,
      body: { code: 'ticket_exited' },
    })
    const code = await portal.openTicket(60)
    expect(await client.post('/api/tk_ticket/read', { code, confirmReserve: true })).toMatchObject({
      status: 409,
      body: { code: 'no_reservation' },
    })
  })

  it('keeps leading zeros and takes a code pasted in groups', async () => {
    const client = portal.client()
    await fetch(`${portal.url}/equipment/v1/entries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${portal.demo.device_key}`,
        'idempotency-key': 'zeros',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        lot_id: 1,
        gate: 'E1',
        code: '0001234567890',
        entered_at: portal.clock.minutesAgo(60).toISOString(),
      }),
    })
    expect(
      at(
        must(await client.post('/api/tk_ticket/read', { code: '0001 2345 67890' })).body,
        'data.ticket.code',
      ),
    ).toBe('0001234567890')
  })
})

describe('opening a transaction', () => {
  it('freezes the amount and answers the safe view with 201', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    must(await client.post('/api/tk_ticket/read', { code }))
    const reply = await create(client, code, 7, 2)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      data: {
        ticket_code: code,
        destination: 1,
        value: 7,
        payment_type: 2,
        payment_type_desc: 'Débito',
        state: 'created',
        has_user: false,
        attempts_left: 5,
      },
    })
    expect(at(reply.body, 'data.ws_token')).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(reply.body)).not.toMatch(/cpf|street|email|payer/i)
  })

  it.each([7, '7', '7.00', '7,00', 7.0])('takes the value as %j', async (value) => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    must(await client.post('/api/tk_ticket/read', { code }))
    expect((await create(client, code, value)).status).toBe(201)
  })

  it('with another value is 409 price_changed with the fresh ticket', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    must(await client.post('/api/tk_ticket/read', { code }))
    for (const value of [1, 0.01, 700]) {
      expect(await create(client, code, value)).toMatchObject({
        status: 409,
        body: { code: 'price_changed', data: { ticket: { code, value: 7 } } },
      })
    }
  })

  it('returns the open one of the same ticket and session, and another to another session', async () => {
    const [ana, bia] = [portal.client(), portal.client()]
    const code = await portal.openTicket(130)
    const first = await openTransaction(ana, code)
    expect(await openTransaction(ana, code, 2)).toBe(first)
    expect(await openTransaction(bia, code)).not.toBe(first)
    const [one, two] = await Promise.all([create(ana, code, 7), create(ana, code, 7)])
    expect([at(one.body, 'data.ws_token'), at(two.body, 'data.ws_token')]).toEqual([first, first])
  })

  it('of a paid ticket is 409 already_paid with the exit deadline; after the deadline only the difference is due', async () => {
    const client = portal.client()
    const code = await portal.openTicket(110)
    must(await pay(client, await openTransaction(client, code), cardEndingIn(1)))
    const refused = await create(client, code, 6)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'already_paid', data: { ticket: { state: 'paid' } } },
    })
    expect(at(refused.body, 'data.ticket_dt_exit')).toBe(
      at((await read(code)).body, 'data.ticket.ticket_dt_exit'),
    )

    portal.clock.forward(15)
    expect(at((await read(code)).body, 'data.ticket.state')).toBe('paid')
    portal.clock.forward(15)
    expect((await read(code)).body).toMatchObject({
      data: { ticket: { state: 'overdue', value: 1, paid: 6 } },
    })
    const second = must(await pay(client, await openTransaction(client, code), cardEndingIn(1)))
    expect(second.body).toMatchObject({ data: { ok: true, transaction: { value: 1 } } })
    expect((await read(code)).body).toMatchObject({ data: { ticket: { state: 'paid', paid: 7 } } })
  })

  it('of a blocked ticket is 409', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    await portal.db
      .updateTable('ticket')
      .set({ blocked_at: portal.clock.now() })
      .where('code', '=', code)
      .execute()
    expect(await create(client, code, 7)).toMatchObject({ status: 409, body: { code: 'ticket_blocked' } })
  })

  it.each([
    ['payment_type', { payment_type: 4 }],
    ['payment_type', { payment_type: null }],
    ['ticket_value', { ticket_value: 'muito' }],
    ['ticket_value', { ticket_value: undefined }],
    ['ticket_code', { ticket_code: '12' }],
  ])('a wrong %s is 422 at that field', async (field, wrong) => {
    const body = { ticket_code: await portal.openTicket(130), ticket_value: 7, payment_type: 1, ...wrong }
    const reply = await portal.client().post('/api/tk_ticket/createTransaction', body)
    expect(reply.status).toBe(422)
    expect(at(reply.body, `errors.${field}`)).toHaveLength(1)
  })
})
