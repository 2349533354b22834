import { beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { recordStatements } from '#test/support/database/statements.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let client: PortalClient
beforeEach(() => {
  client = portal.client()
})

const read = async (code: string) =>
  at(must(await client.post('/api/tk_ticket/read', { code })).body, 'data.ticket')
const create = (code: string, value: number) =>
  client.post('/api/tk_ticket/createTransaction', {
    ticket_code: code,
    ticket_value: value,
    payment_type: 1,
    pm_person_paymethod_id: null,
  })
const refused = (code: string, shown: object) => ({ status: 409, body: { code, data: { ticket: shown } } })
const atMachine = async (code: string, amount: number) => {
  const paid_at = portal.clock.now().toISOString()
  must(await portal.gate().payment({ code, amount, paid_at, method: 'cash' }))
}

describe('between the look-up and the transaction', () => {
  it('the price steps: it is honoured for 5 minutes more, which another look-up does not extend', async () => {
    const code = await portal.openTicket(178)
    expect(await read(code)).toMatchObject({ valueHuman: '7,00', t_expires: '2026-03-10T12:05:00-03:00' })
    portal.clock.forward(4)
    const honoured = { status: 201, body: { data: { value: 7, expires_at: '2026-03-10T12:08:00-03:00' } } }
    expect(await create(code, 7)).toMatchObject(honoured)
    portal.clock.forward(3)
    expect(await create(code, 7)).toMatchObject(honoured)
    portal.clock.forward(1)
    expect(await create(code, 7)).toMatchObject(refused('price_changed', { code, value: 8 }))
    expect(await create(code, 8)).toMatchObject({ status: 201, body: { data: { value: 8 } } })
  })

  it('and PAGAR charges the amount on its button, though the stay costs more by now', async () => {
    const code = await portal.openTicket(178)
    const token = await openTransaction(client, code)
    portal.clock.forward(7)
    expect(await read(code)).toMatchObject({ value: 8 })
    const sent = { ...cardBody(cardEndingIn(1)), value: 7 }
    expect(must(await client.post(`/api/pm_transaction/${token}/pay`, sent)).body).toMatchObject({
      data: { ok: true, transaction: { value: 7 } },
    })
    expect(await read(code)).toMatchObject({ state: 'paid', paid: 7 })
  })

  it('an amount that was never due is refused, whether lower, higher or of a later step', async () => {
    const code = await portal.openTicket(178)
    await read(code)
    for (const value of [0.01, 6, 6.99, 8, 700])
      expect(await create(code, value)).toMatchObject(refused('price_changed', { value: 7 }))
  })

  it('a machine payment: nothing is due; a partial one: the rest is due', async () => {
    const [whole, half] = [await portal.openTicket(130), await portal.openTicket(130)]
    await read(whole)
    await read(half)
    await atMachine(whole, 7)
    await atMachine(half, 3)
    expect(await create(whole, 7)).toMatchObject(refused('already_paid', { state: 'paid' }))
    expect(await create(half, 7)).toMatchObject(refused('price_changed', { value: 4, paid: 3 }))
    expect(await create(half, 4)).toMatchObject({ status: 201, body: { data: { value: 4 } } })
  })

  it('staff waive it: nothing is due, and after the deadline only the difference', async () => {
    const code = await portal.openTicket(110)
    await read(code)
    const desk = await staffMember(portal, 10)
    must(await desk.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cancela com defeito' }))
    expect(await create(code, 6)).toMatchObject(refused('already_paid', { state: 'paid' }))
    portal.clock.forward(16)
    expect(await create(code, 7)).toMatchObject(refused('price_changed', { value: 1 }))
    expect(await create(code, 1)).toMatchObject({ status: 201, body: { data: { value: 1 } } })
  })

  it('a dearer tariff does not apply to a car inside', async () => {
    const code = await portal.openTicket(130)
    await read(code)
    const current = await portal.db
      .selectFrom('tariff')
      .selectAll()
      .where('lot_id', '=', 1)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
    const dearer = { ...(current.rules as object), first_block: { minutes: 120, value_cents: 9900 } }
    const { lot_id, name, version, time_zone } = current
    await portal.db
      .insertInto('tariff')
      .values({
        lot_id,
        name,
        version: version + 1,
        rules: JSON.stringify(dearer),
        time_zone,
        created_at: portal.clock.now(),
      })
      .execute()
    expect(await read(code)).toMatchObject({ value: 7 })
    expect(await create(code, 7)).toMatchObject({ status: 201 })
    await portal.db
      .deleteFrom('tariff')
      .where('version', '=', version + 1)
      .where('lot_id', '=', lot_id)
      .execute()
  })
})

describe('the clock of an instance', () => {
  it('may run ahead: the database’s price is shown and charged', async () => {
    const code = await portal.openTicket(119)
    portal.clock.runAhead(8)
    expect(await read(code)).toMatchObject({ value: 6, time_minutes: 119 })
    const token = await openTransaction(client, code)
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.transaction.value')).toBe(6)
    portal.clock.runAhead(0)
  })
})

it('look-ups store nothing', async () => {
  const codes = await Promise.all([10, 130, 200].map((minutes) => portal.openTicket(minutes)))
  await client.get('/sanctum/csrf-cookie')
  const { statements } = await recordStatements(async () => {
    for (const code of codes) {
      await read(code)
      must(await client.get(`/api/tk_ticket?code=${code}`))
    }
  })
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter((text) => !/^\s*select/.test(text))).toEqual([])
})
