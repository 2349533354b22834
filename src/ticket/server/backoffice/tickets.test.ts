import { beforeAll, describe, expect, it } from 'vitest'
import { drawBarcode } from './barcode.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { authenticateOnly, payAtBank } from '#test/support/bank.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { freshPlate, reserved, passMinutes } from '#test/support/garage/reserve.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let supervisor: PortalClient
let manager: PortalClient
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/tickets'
const reason = 'Catraca com defeito'
const open = async (code: string, client = supervisor) =>
  at(must(await client.get(`${base}/${code}/edit`)).body, 'data')
const found = async (query: string) => {
  const { body } = must(await supervisor.get(`${base}?${query}`))
  const rows = at(body, 'data')
  return { codes: Array.isArray(rows) ? rows.map((row) => at(row, 'id')) : [], body }
}

async function stateOf(token: string) {
  const query = portal.db.selectFrom('payment').select('state').where('token', '=', token)
  return (await query.executeTakeFirst())?.state
}

async function parked(minutes: number, { lotId = 1, plate = freshPlate() } = {}) {
  const entered_at = portal.clock.minutesAgo(minutes).toISOString()
  const entry = must(await portal.gate().entry({ lot_id: lotId, gate: 'E1', plate, entered_at }))
  return { code: textAt(entry.body, 'code'), plate }
}

/** A car whose payment has no outcome from the acquirer yet. */
async function inDoubt() {
  const { code } = await parked(125)
  const driver = portal.client()
  const token = await openTransaction(driver, code)
  await portal.simulator.fault('drop_after_commit')
  must(await pay(driver, token, cardEndingIn(1)))
  expect(await stateOf(token)).toBe('unknown')
  return { code, driver }
}

async function setLostFee(cents: number): Promise<void> {
  // Of versions that began at once the latest is in force, for cars of any entrance.
  const created_at = new Date(0)
  await portal.db.updateTable('tariff').set({ created_at }).execute()
  const tariffs = await portal.db.selectFrom('tariff').selectAll().orderBy('version').execute()
  const latest = new Map(tariffs.map((tariff) => [tariff.lot_id, tariff]))
  for (const { lot_id, version, name, rules, time_zone } of latest.values()) {
    const changed = JSON.stringify({ ...(rules as object), lost_ticket_fee_cents: cents })
    const next = { lot_id, version: version + 1, name, rules: changed, time_zone, created_at }
    await portal.db.insertInto('tariff').values(next).execute()
  }
}

describe('finding a ticket', () => {
  it('by code, its first digits, or plate as people write it; the newest first', async () => {
    const first = await parked(10)
    const second = await parked(5, { plate: first.plate })
    const { code, plate } = second
    expect((await found(`q=${code}`)).codes).toEqual([code])
    expect((await found(`q=${code.slice(0, 4)}.${code.slice(4, 9)}`)).codes).toContain(code)
    const written = `${plate.slice(0, 3).toLowerCase()}-${plate.slice(3)}`
    expect((await found(`q=${written}`)).codes).toEqual([code, first.code])
    expect((await found(`q=${encodeURIComponent(`Ticket: ${code}`)}`)).codes).toEqual([code])
    expect((await found('q=ninguém')).body).toMatchObject({ data: [], meta: { total: 0, from: null } })
  })

  it('by lot, whereabouts and entrance, a page at a time', async () => {
    const { code, plate } = await parked(3 * 60, { lotId: 2 })
    const from = portal.clock.minutesAgo(181).toISOString()
    const until = portal.clock.minutesAgo(179).toISOString()
    expect((await found(`lot_id=2&state=inside&from=${from}&until=${until}`)).codes).toEqual([code])
    expect((await found(`lot_id=1&from=${from}&until=${until}`)).codes).not.toContain(code)
    expect((await found(`q=${plate}&state=exited`)).codes).toEqual([])
    const { body } = await found('lot_id=1&page=2')
    expect(body).toMatchObject({ meta: { current_page: 2, per_page: 20 } })
    expect(textAt(body, 'links.first')).toBe(`${base}?page=1&lot_id=1`)
    expect((await supervisor.get(`${base}?from=ontem`)).status).toBe(422)
  })

  it('an unknown code is 404, a malformed one 422', async () => {
    expect((await supervisor.get(`${base}/0000000000000/edit`)).status).toBe(404)
    expect((await supervisor.get(`${base}/12/edit`)).status).toBe(422)
  })
})

describe('a waiver', () => {
  it('covers the due amount, opens the exit and records actor and reason', async () => {
    const { code, plate } = await parked(125)
    expect(await open(code)).toMatchObject({
      ticket: { state: 'due', value: 7 },
      can: { waive: true, replace: false },
    })
    const waived = must(await supervisor.post(`${base}/${code}/waive`, { reason })).body
    expect(at(waived, 'data')).toMatchObject({
      ticket: { state: 'paid', value: 0 },
      segments: [{ n: 1, amount: { value: 7 }, source: 'waiver' }],
      can: { waive: false },
    })
    expect(at(waived, 'data.history')).toContainEqual({
      at: expect.any(String),
      text: 'Isenção concedida',
      who: expect.stringMatching(/^[A-Z]/),
      reason,
      amount: { value: 7, valueHuman: '7,00' },
    })
    const exit = must(await portal.gate().exit({ lot_id: 1, gate: 'S1', plate }))
    expect(exit.body).toMatchObject({ open: true, reason: 'paid' })
    expect(at(await open(code), 'exit_gate')).toBe('S1')
  })

  it('requires a reason and a due amount', async () => {
    const { code } = await parked(125)
    const wordless = await supervisor.post(`${base}/${code}/waive`, { reason: ' ' })
    expect(wordless).toMatchObject({ status: 422, body: { errors: { reason: ['Campo obrigatório.'] } } })
    must(await supervisor.post(`${base}/${code}/waive`, { reason }))
    const again = await supervisor.post(`${base}/${code}/waive`, { reason })
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing_due' } })
  })

  it('is possible while a driver is at the bank’s page, whose late payment is reversed', async () => {
    const { code } = await parked(125)
    const driver = portal.client()
    const token = await openTransaction(driver, code, 2)
    const atBank = must(await payAtBank(portal, driver, token, cardEndingIn(1)))
    const waived = must(await supervisor.post(`${base}/${code}/waive`, { reason }))
    expect(at(waived.body, 'data.ticket.state')).toBe('paid')
    await portal.runJobs()
    expect(await stateOf(token)).toBe('cancelled')
    await authenticateOnly(textAt(atBank.body, 'data.authUrl'))
    await passMinutes(portal, 31)
    expect(await stateOf(token)).toBe('refunded')
    await expectInvariants(portal)
  })

  it('is 409 during a payment at the acquirer; an open payment finds the stay paid', async () => {
    const { code, driver } = await inDoubt()
    const refused = await supervisor.post(`${base}/${code}/waive`, { reason })
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })

    const other = await parked(125)
    const late = await openTransaction(driver, other.code)
    must(await supervisor.post(`${base}/${other.code}/waive`, { reason }))
    const paid = await pay(driver, late, cardEndingIn(1))
    expect(paid).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })

  it('of a waiver and a card payment at the same moment one succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { code } = await parked(125)
      const driver = portal.client()
      const token = await openTransaction(driver, code)
      const [waived, paid] = await Promise.all([
        supervisor.post(`${base}/${code}/waive`, { reason }),
        pay(driver, token, cardEndingIn(1)),
      ])
      const outcomes = [waived.status === 200, paid.status === 200 && at(paid.body, 'data.ok') === true]
      expect(outcomes.filter(Boolean)).toHaveLength(1)
      const segments = at(await open(code), 'segments')
      expect(segments).toHaveLength(1)
    }
  })
})

describe('a lost ticket', () => {
  it('is replaced for the same stay with the fee, and the old number opens no exit', async () => {
    await setLostFee(2500)
    const { code, plate } = await parked(125)
    const made = must(await manager.post(`${base}/${code}/replace`, { reason: 'Perdeu o ticket' }))
    expect(made.status).toBe(201)
    const fresh = textAt(made.body, 'data.id')
    expect(at(made.body, 'data')).toMatchObject({
      replaces: code,
      plate,
      ticket: {
        state: 'due',
        value: 32,
        breakdown: [{ value: 6 }, { value: 1 }, { text: 'Segunda via do ticket', value: 25 }],
      },
    })
    const url = `http://portal.test/#/ticket/read?ticket=${fresh}`
    expect(at(made.body, 'data.slip')).toEqual({
      url,
      qrcode: expect.stringContaining('<svg'),
      barcode: drawBarcode(fresh),
    })
    const old = await open(code)
    expect(old).toMatchObject({ ticket: { state: 'blocked', value: 0 }, replaced_by: fresh, slip: null })
    expect((await found(`q=${plate}&state=inside`)).codes).toEqual([fresh])

    const driver = portal.client()
    const token = await openTransaction(driver, fresh)
    expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    const shut = must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))
    expect(shut.body).toMatchObject({ open: false, reason: 'blocked' })
    const opened = must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code: fresh }))
    expect(opened.body).toMatchObject({ open: true, reason: 'paid' })
    expect(at(await open(fresh), 'slip')).toBeNull()
    await setLostFee(0)
  })

  it('keeps its payments, and costs the fee even inside the tolerance', async () => {
    await setLostFee(1000)
    const { code } = await parked(125)
    const now = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code, amount: 7, paid_at: now, method: 'dinheiro' }))
    const made = must(await manager.post(`${base}/${code}/replace`, { reason }))
    portal.clock.forward(16)
    const fresh = textAt(made.body, 'data.id')
    expect(at(await open(fresh), 'ticket')).toMatchObject({ state: 'overdue', value: 10, paid: 7 })
    const early = await parked(5)
    const again = must(await manager.post(`${base}/${early.code}/replace`, { reason }))
    expect(at(again.body, 'data.ticket')).toMatchObject({ state: 'due', value: 10 })
    await setLostFee(0)
  })

  it('and a late card payment: it is reversed, and the replacement has its own amount due', async () => {
    const { code } = await parked(125)
    const driver = portal.client()
    const token = await openTransaction(driver, code, 2)
    const atBank = must(await payAtBank(portal, driver, token, cardEndingIn(1)))
    const made = must(await manager.post(`${base}/${code}/replace`, { reason }))
    await portal.runJobs()
    expect(await stateOf(token)).toBe('cancelled')
    await authenticateOnly(textAt(atBank.body, 'data.authUrl'))
    await passMinutes(portal, 31)
    const [sale] = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
    expect(sale).toMatchObject({ captured: 700, voided: 700 })
    expect(await open(textAt(made.body, 'data.id'))).toMatchObject({
      ticket: { state: 'due' },
      segments: [],
    })
  })

  it('is not replaced while the acquirer processes its payment', async () => {
    const { code } = await inDoubt()
    const refused = await manager.post(`${base}/${code}/replace`, { reason })
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })
  })

  it('is refused once the car has left, a second time, and for a reserved car', async () => {
    const { code } = await parked(5)
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))
    expect((await manager.post(`${base}/${code}/replace`, { reason })).status).toBe(410)
    const other = await parked(5)
    must(await manager.post(`${base}/${other.code}/replace`, { reason }))
    const twice = await manager.post(`${base}/${other.code}/replace`, { reason })
    expect(twice).toMatchObject({ status: 409, body: { code: 'ticket_blocked' } })
    const space = await reserved(portal, 1)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: space.plate }))
    const kept = await manager.post(`${base}/${space.code}/replace`, { reason })
    expect(kept).toMatchObject({ status: 409, body: { code: 'ticket_reserved' } })
  })
})
