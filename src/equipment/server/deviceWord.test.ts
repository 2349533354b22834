import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { applyRetention } from '#app/server/upkeep/applyRetention.ts'
import { runAlertChecks } from '#alert/server/flow/runAlertChecks.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let gate: Gate
let deviceId: number
beforeAll(async () => {
  const { id } = await portal.db
    .insertInto('device')
    .values({ name: 'Cancela E1', key_hash: hashToken('e1'), lot_ids: [1], created_at: portal.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  deviceId = id
  gate = portal.gate('e1')
})

const now = () => portal.clock.now()
/** Staff logins end while the clock moves. */
const supervisor = () => staffMember(portal, 10)
const asked = async (client: PortalClient) =>
  at(must(await client.get('/api/staff/tickets?q=QST1A23')).body, 'refusals')
const ago = (days: number, seconds = 0) => addMs(now(), -days * dayMs - seconds * 1000).toISOString()
const entry = (change: object) => gate.entry({ lot_id: 1, gate: 'E1', ...change })
const exit = (change: object) => gate.exit({ lot_id: 1, gate: 'S1', ...change })
const pays = (code: string, paid_at: string) => gate.payment({ code, amount: 7, paid_at, method: 'cash' })
const reports = (instant: string) =>
  gate.occupancy(1, { normal: 1, pregnant: 0, disabilities: 0, reserves: 0, at: instant })
const ticketOf = (code: string) =>
  portal.db.selectFrom('ticket').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const clockAlerts = async () => {
  await runAlertChecks(portal.deps.alert)
  const open = portal.db.selectFrom('alert').select(['text', 'lot_id']).where('kind', '=', 'device_clock')
  return open.where('cleared_at', 'is', null).execute()
}
const retain = () => applyRetention(portal.deps, { databaseNow: async () => now() })
const cure = () => reports(now().toISOString())

describe('an instant of more than 400 days ago', () => {
  it.each([
    '1970-01-01T00:00:00Z',
    '0000-01-01T00:00Z',
    '0050-06-01T00:00:00-03',
    '0101-01-01T00:00:00-0300',
  ])('%s is taken as now by entries, payments and exits, and nothing fails or costs more', async (old) => {
    const code = textAt(must(await entry({ entered_at: old })).body, 'code')
    expect((await ticketOf(code)).entered_at).toEqual(now())
    must(await (await supervisor()).get(`/api/staff/tickets?q=${code}`))
    portal.clock.forward(125)
    expect(must(await pays(code, old)).body).toMatchObject({ state: 'paid', paid: true })
    expect(must(await exit({ code, at: old })).body).toMatchObject({ open: true, reason: 'paid' })
    expect((await ticketOf(code)).exited_at).toEqual(now())
    await cure()
  })

  it('is 422 for sensors, with what to do', async () => {
    expect(await reports(ago(400, 1))).toMatchObject({
      status: 422,
      body: { errors: { at: ['Instante fora do aceito: até 400 dias atrás. Acerte o relógio.'] } },
    })
    expect((await reports(ago(400))).status).toBe(200)
  })

  it('of 400 days is the last that counts', async () => {
    const told = async (entered_at: string) =>
      (await ticketOf(textAt(must(await entry({ entered_at })).body, 'code'))).entered_at.toISOString()
    expect(await told(ago(400))).toBe(ago(400))
    expect(await told(ago(400, 1))).toBe(ago(0))
  })
})

describe('the alert of a wrong clock', () => {
  it.each<[string, (old: string) => Promise<{ status: number }>, string, string]>([
    ['an entrance', (old) => entry({ entered_at: old }), '1970-01-01T00:00:00Z', '01/01/1970'],
    ['an exit', (old) => exit({ code: '0000000000001', at: old }), '1999-12-31T23:00:00-03:00', '31/12/1999'],
    ['sensors', reports, '2000-01-01T00:00:00-03:00', '01/01/2000'],
    ['sensors ahead', reports, '2106-02-07T06:28:15Z', '07/02/2106'],
    ['an entrance ahead', (old) => entry({ entered_at: old }), '2106-02-07T06:28:15Z', '07/02/2106'],
  ])('%s raises it, the next accepted instant ends it', async (_, tell, instant, day) => {
    await tell(instant)
    expect(await clockAlerts()).toEqual([{ text: `Cancela E1: relógio errado (${day})`, lot_id: 1 }])
    must(await entry({}))
    expect(await clockAlerts()).toHaveLength(1)
    must(await cure())
    expect(await clockAlerts()).toEqual([])
  })

  it('ends after 24 h', async () => {
    await reports(ago(500))
    portal.clock.forward(24 * 60 - 1)
    expect(await clockAlerts()).toHaveLength(1)
    portal.clock.forward(1)
    expect(await clockAlerts()).toEqual([])
  })
})

it('retention counts from the later of its instant and the portal’s own', async () => {
  const code = textAt(must(await entry({ plate: 'RET1A11' })).body, 'code')
  const { id } = await ticketOf(code)
  must(await exit({ code: textAt(must(await entry({ plate: 'RET1A12' })).body, 'code') }))
  await sql`update ticket set entered_at = '1970-01-01', exited_at = '1970-01-01' where id = ${id}`.execute(
    portal.db,
  )
  await sql`insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, method)
    values (${id}, 1, 700, 'machine', '1970-01-01', 'cash')`.execute(portal.db)
  await sql`insert into exit_refusal (ticket_id, gate, at, reason) values (${id}, 'S1', '1970-01-01', 'due')`.execute(
    portal.db,
  )
  const left = async () => {
    await retain()
    const segments = await sql`select from paid_segment where ticket_id = ${id}`.execute(portal.db)
    const refusals = await sql`select from exit_refusal where ticket_id = ${id}`.execute(portal.db)
    const tickets = await sql<{ plate: string }>`select plate from ticket where id = ${id}`.execute(portal.db)
    return [segments.rows.length, refusals.rows.length, tickets.rows[0]?.plate]
  }
  expect(await left()).toEqual([1, 1, 'RET1A11'])
  await sql`update ticket set created_at = '1970-01-01' where id = ${id}`.execute(portal.db)
  expect(await left()).toEqual([0, 0, undefined])
})

describe('a body in other letters', () => {
  it.each([
    ['Latin-1', 'application/json; charset=ISO-8859-1', 'latin1'],
    ['Latin-1 that nobody declared', 'application/json', 'latin1'],
    ['Latin-1 that is declared UTF-8', 'application/json; charset=utf-8', 'latin1'],
    ['UTF-8', 'application/json', 'utf8'],
  ] as const)('%s is stored as it was meant', async (_, type, encoding) => {
    const reply = await fetch(`${portal.url}/equipment/v1/entries`, {
      method: 'POST',
      headers: { authorization: 'Bearer e1', 'content-type': type, 'idempotency-key': randomUUID() },
      body: Buffer.from('{"lot_id":1,"gate":"Entrada São João"}', encoding),
    })
    expect((await ticketOf(textAt(await reply.json(), 'code'))).gate).toBe('Entrada São João')
  })
})

describe('a question at the exit that names no ticket', () => {
  it('is answered not_found and shown by the search, once a minute', async () => {
    for (const plate of ['qst-1a23', 'QST 1A23'])
      expect(must(await exit({ plate })).body).toMatchObject({ open: false, reason: 'not_found' })
    const row = { lot: 'Garagem Centro', gate: 'S1', device: 'Cancela E1', read: 'QST1A23' }
    expect(await asked(await supervisor())).toEqual([expect.objectContaining(row)])
    portal.clock.forward(1)
    must(await exit({ plate: 'QST1A23' }))
    expect(await asked(await supervisor())).toHaveLength(2)
  })

  it('is seen by staff of its lot alone', async () => {
    await sql`update user_account set lot_ids = '{2}' where level = 10`.execute(portal.db)
    const other = await supervisor()
    expect(await asked(other)).toEqual([])
    expect((await other.get('/api/staff/tickets?q=QST1A23&lot_id=1')).status).toBe(404)
    await sql`update user_account set lot_ids = null where level = 10`.execute(portal.db)
  })

  it('the device’s page has its last ten, whatever was read', async () => {
    const manager = await staffMember(portal, 2)
    const reads = async () => {
      const rows = at(must(await manager.get(`/api/staff/devices/${deviceId}/edit`)).body, 'data.refusals')
      return Array.isArray(rows) ? rows.map((row) => at(row, 'read')) : []
    }
    for (const change of [{}, { qr: 'unknown' }, { code: '9999999999998' }, { plate: '???' }]) {
      portal.clock.forward(1)
      expect(must(await exit(change)).body).toMatchObject({ open: false, reason: 'not_found' })
    }
    expect((await reads()).slice(0, 4)).toEqual(['???', '9999999999998', 'QR', ''])
    for (let n = 0; n < 8; n += 1) must(await exit({ plate: `NEW1A0${n}` }))
    expect(await reads()).toHaveLength(10)
  })

  it('is kept for 30 days', async () => {
    portal.clock.forward(31 * 24 * 60)
    const unnamed = async () => {
      const rows = portal.db.selectFrom('exit_refusal').select('id').where('ticket_id', 'is', null)
      return (await rows.execute()).length
    }
    must(await exit({ plate: 'QST1A23' }))
    await retain()
    expect(await unnamed()).toBe(1)
  })
})
