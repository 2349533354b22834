import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '#kit/server/secrets.ts'
import { at } from '#test/support/client.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
let gateOfNorth: Gate
let code: string
beforeAll(async () => {
  gate = portal.gate()
  await portal.db
    .insertInto('device')
    .values({ name: 'north', key_hash: hashToken('north'), lot_ids: [2], created_at: portal.clock.now() })
    .execute()
  gateOfNorth = portal.gate('north')
  code = await portal.openTicket(130)
})

const now = () => portal.clock.now().toISOString()
const later = (seconds: number) => new Date(portal.clock.now().getTime() + seconds * 1000).toISOString()

const calls = {
  entry: (gate: Gate, change: object = {}, headers?: Record<string, string>) =>
    gate.entry({ lot_id: 1, gate: 'E1', entered_at: now(), ...change }, headers),
  exit: (gate: Gate, change: object = {}, headers?: Record<string, string>) =>
    gate.exit({ lot_id: 1, gate: 'S1', code, at: now(), ...change }, headers),
  payment: (gate: Gate, change: object = {}, headers?: Record<string, string>) =>
    gate.payment({ code, amount: 1, paid_at: now(), method: 'cash', ...change }, headers),
  occupancy: (gate: Gate, change: object = {}, headers?: Record<string, string>) =>
    gate.occupancy(
      1,
      { normal: 1, pregnant: 0, disabilities: 0, reserves: 0, at: now(), ...change },
      headers,
    ),
} as const
const names = Object.keys(calls) as (keyof typeof calls)[]

describe.each(names)('%s', (name) => {
  const call = calls[name]

  it('without a key or with a wrong one is 401', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Basic abc']) {
      expect(await call(gate, {}, { authorization })).toMatchObject({
        status: 401,
        body: { code: 'device_key', status: 401 },
      })
    }
  })

  it('for a lot of another device is 403', async () => {
    expect(await call(gateOfNorth)).toMatchObject({ status: 403, body: { code: 'foreign_lot' } })
  })

  it('with a key that was used with another body is 409', async () => {
    const key = { 'idempotency-key': `twice-${name}` }
    await call(gate, {}, key)
    const other = {
      entry: { gate: 'E2' },
      exit: { gate: 'S2' },
      payment: { amount: 2 },
      occupancy: { normal: 2 },
    }
    expect(await call(gate, other[name], key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
  })

  it('without a printable Idempotency-Key is 422', async () => {
    for (const key of ['', ' ', 'x'.repeat(201), 'a\u0085b']) {
      expect(await call(gate, {}, { 'idempotency-key': key })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key' },
      })
    }
  })

  it('a clock half a minute ahead is accepted, five minutes ahead refused', async () => {
    const field = { entry: 'entered_at', exit: 'at', payment: 'paid_at', occupancy: 'at' }[name]
    const ahead = await call(gate, { [field]: later(300) })
    expect(ahead.status).toBe(422)
    expect(at(ahead.body, `errors.${field}`)).toHaveLength(1)
    expect((await call(gate, { [field]: later(30) })).status).toBeLessThan(300)
  })

  it('a body that is not JSON is 422', async () => {
    const path = { entry: 'entries', exit: 'exits', payment: 'payments', occupancy: 'lots/1/occupancy' }[name]
    const reply = await fetch(`${portal.url}/equipment/v1/${path}`, {
      method: name === 'occupancy' ? 'PUT' : 'POST',
      headers: {
        authorization: `Bearer ${portal.demo.device_key}`,
        'content-type': 'application/json',
        'idempotency-key': 'broken',
      },
      body: '{"lot_id":',
    })
    expect(reply.status).toBe(422)
  })
})

describe('malformed fields are 422 at the field', () => {
  it.each([
    ['entry', 'lot_id', { lot_id: 1.5 }],
    ['entry', 'lot_id', { lot_id: undefined }],
    ['entry', 'gate', { gate: 5 }],
    ['entry', 'plate', { plate: 'A'.repeat(13) }],
    ['entry', 'code', { code: '123456789012' }],
    ['entry', 'entered_at', { entered_at: '2026-03-10T12:00:00' }],
    ['exit', 'gate', { gate: ' ' }],
    ['exit', 'code', { code: 'abc' }],
    ['exit', 'at', { at: 'now' }],
    ['payment', 'code', { code: 12 }],
    ['payment', 'amount', { amount: 0 }],
    ['payment', 'amount', { amount: -1 }],
    ['payment', 'amount', { amount: 1.234 }],
    ['payment', 'amount', { amount: null }],
    ['payment', 'paid_at', { paid_at: undefined }],
    ['payment', 'method', { method: '' }],
    ['occupancy', 'normal', { normal: -1 }],
    ['occupancy', 'reserves', { reserves: 1.5 }],
    ['occupancy', 'pregnant', { pregnant: undefined }],
    ['occupancy', 'at', { at: 5 }],
  ] as const)('%s %s %j', async (name, field, wrong) => {
    const reply = await calls[name](gate, wrong)
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(at(reply.body, `errors.${field}`)).toHaveLength(1)
  })

  it('a payment of an unknown ticket is 404', async () => {
    expect(await calls.payment(gate, { code: '0000000000999' })).toMatchObject({
      status: 404,
      body: { code: 'ticket_not_found' },
    })
  })

  it('an occupancy of a malformed lot is 404, of an unknown one 403', async () => {
    const body = { normal: 1, pregnant: 0, disabilities: 0, reserves: 0, at: now() }
    expect((await gate.occupancy('um', body)).status).toBe(404)
    expect((await gate.occupancy(99, body)).status).toBe(403)
  })
})

it('a device reads only the events of its lots', async () => {
  await gate.payment({ code, amount: 7, paid_at: now(), method: 'cash' })
  expect(JSON.stringify((await gate.events()).body)).toContain(code)
  expect(JSON.stringify((await gateOfNorth.events()).body)).not.toContain('"lot_id":1')
  expect((await portal.gate('wrong').events()).status).toBe(401)
})
