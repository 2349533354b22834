import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

async function enter(body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(`${portal.url}/equipment/v1/entries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${portal.demo.device_key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}
const car = { lot_id: 1, gate: 'E1' }

describe('a car enters', () => {
  it('gets a ticket of 13 digits that cannot be guessed from its neighbours', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => at((await enter(car)).body, 'code')),
    )
    for (const code of codes) expect(code).toMatch(/^\d{13}$/)
    const gaps = codes
      .map(Number)
      .sort((a, b) => a - b)
      .map((code, i, all) => code - (all[i - 1] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(1000)
  })

  it('answers its fields at top level and under data', async () => {
    const reply = await enter({ ...car, plate: 'abc-1d23' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ open: true, data: { open: true, code: at(reply.body, 'code') } })
    const kept = await portal.db
      .selectFrom('ticket')
      .select('plate')
      .where('code', '=', String(at(reply.body, 'code')))
      .executeTakeFirst()
    expect(kept?.plate).toBe('ABC1D23')
  })

  it('the same Idempotency-Key gets the first answer; with another body it is 409', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, twin] = await Promise.all([enter(car, key), enter(car, key)])
    expect(twin).toEqual(first)
    expect(await enter(car, key)).toEqual(first)
    expect(await enter({ ...car, gate: 'E2' }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
  })

  it('a code that is taken is 409', async () => {
    const code = '0000000000017'
    expect((await enter({ ...car, code })).status).toBe(201)
    portal.clock.forward(3)
    expect(await enter({ ...car, code })).toMatchObject({ status: 409, body: { code: 'ticket_exists' } })
  })

  it.each([
    ['no key', { authorization: '' }],
    ['a wrong key', { authorization: 'Bearer wrong' }],
  ])('%s is 401', async (_, headers) => {
    expect(await enter(car, headers)).toMatchObject({ status: 401, body: { code: 'device_key' } })
  })

  it('a revoked key is 401', async () => {
    const [key, hash] = ['revoked-key', (await import('#kit/server/secrets.ts')).hashToken('revoked-key')]
    await portal.db
      .insertInto('device')
      .values({
        name: 'old gate',
        key_hash: hash,
        lot_ids: [1],
        created_at: portal.clock.now(),
        revoked_at: portal.clock.now(),
      })
      .execute()
    expect((await enter(car, { authorization: `Bearer ${key}` })).status).toBe(401)
  })

  it('a foreign lot is 403, a missing Idempotency-Key 422, an entrance in the future 422', async () => {
    expect(await enter({ ...car, lot_id: 99 })).toMatchObject({ status: 403, body: { code: 'foreign_lot' } })
    expect(await enter(car, { 'idempotency-key': '' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key' },
    })
    const future = portal.clock.minutesAgo(-2).toISOString()
    expect(await enter({ ...car, entered_at: future })).toMatchObject({
      status: 422,
      body: { errors: { entered_at: [expect.any(String)] } },
    })
    const skewed = new Date(portal.clock.now().getTime() + 30_000).toISOString()
    expect((await enter({ ...car, entered_at: skewed })).status).toBe(201)
  })

  it.each([
    ['lot_id', { lot_id: 'um' }],
    ['gate', { gate: '' }],
    ['code', { code: '12' }],
    ['entered_at', { entered_at: 'ontem' }],
  ])('a malformed %s is 422 at that field', async (field, wrong) => {
    const reply = await enter({ ...car, ...wrong })
    expect(reply.status).toBe(422)
    expect(at(reply.body, `errors.${field}`)).toHaveLength(1)
  })
})
