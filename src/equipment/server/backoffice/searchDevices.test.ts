import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { gateClient } from '#test/support/garage/gate.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/devices'
const create = async (name: string, lot_ids: number[]) => {
  const { body } = must(await manager.post(base, { name, lot_ids }))
  return { id: Number(at(body, 'data.id')), key: textAt(body, 'data.key') }
}
const knock = async (key: string, lot_id = 1) =>
  (await gateClient(portal.url, key).entry({ lot_id, gate: 'E9' })).status

describe('devices', () => {
  it('get a key that is shown once and kept as a hash', async () => {
    const { id, key } = await create('Cancela nova', [1])
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect([await knock(key), await knock(key, 2)]).toEqual([201, 403])
    const shown = must(await manager.get(`${base}/${id}/edit`)).body
    expect(JSON.stringify(shown)).not.toContain(key)
    const rows = await portal.db.selectFrom('device').selectAll().execute()
    const trail = await portal.db.selectFrom('audit').selectAll().where('subject', '=', 'device').execute()
    expect(JSON.stringify([rows, trail, portal.logs])).not.toContain(key)
    expect(trail).toMatchObject([
      { action: 'created', after: { name: 'Cancela nova', lots: ['Garagem Centro'] } },
    ])
  })

  it('are renamed and get other lots, from their next call on', async () => {
    const { id, key } = await create('Cancela 7', [1])
    const change = { name: 'Cancela sete', lot_ids: [2, 2] }
    expect(must(await manager.change('PUT', `${base}/${id}`, change)).body).toMatchObject({
      data: { name: 'Cancela sete', lots: [{ id: 2, name: 'Shopping Norte' }] },
    })
    expect([await knock(key, 1), await knock(key, 2)]).toEqual([403, 201])
  })

  it('show their last call, to the minute', async () => {
    const { id, key } = await create('Cancela 8', [1])
    const called = async () => at(must(await manager.get(`${base}/${id}/edit`)).body, 'data.called_at')
    expect(await called()).toBeNull()
    await knock(key)
    const first = String(await called())
    expect(Date.parse(first)).toBe(portal.clock.now().getTime())
    portal.clock.forward(0.5)
    await knock(key)
    expect(await called()).toBe(first)
    portal.clock.forward(0.6)
    await knock(key)
    expect(Date.parse(String(await called()))).toBe(portal.clock.now().getTime())
  })

  it('show whether their silence is reported, and after how long', async () => {
    const { id, key } = await create('Cancela 9', [1])
    const device = async () => at(must(await manager.get(`${base}/${id}/edit`)).body, 'data')
    const change = (silent_minutes?: number | null) =>
      manager.change('PUT', `${base}/${id}`, { name: 'Cancela 9', lot_ids: [1], silent_minutes })
    await knock(key)
    expect(await device()).toMatchObject({ heartbeat_at: null, events_at: null, watched_minutes: null })
    must(await gateClient(portal.url, key).events())
    expect(await device()).toMatchObject({ events_at: expect.any(String), watched_minutes: 15 })
    must(await change(5))
    must(await change())
    expect(await device()).toMatchObject({ silent_minutes: 5, watched_minutes: 5 })
    must(await change(0))
    must(await gateClient(portal.url, key).heartbeat())
    expect(await device()).toMatchObject({ heartbeat_at: expect.any(String), watched_minutes: null })
    must(await change(null))
    expect(await device()).toMatchObject({ silent_minutes: null, watched_minutes: 15 })
    for (const wrong of [-1, 1441, 1.5, '15'])
      expect(
        await manager.change('PUT', `${base}/${id}`, {
          name: 'Cancela 9',
          lot_ids: [1],
          silent_minutes: wrong,
        }),
      ).toMatchObject({ status: 422, body: { errors: { silent_minutes: [expect.any(String)] } } })
  })

  it('a new key ends the old one', async () => {
    const { id, key } = await create('Caixa 1', [1])
    const fresh = textAt(must(await manager.post(`${base}/${id}/key`)).body, 'data.key')
    expect([await knock(key), await knock(fresh)]).toEqual([401, 201])
  })

  it('a revoked one stays in the list, last, and never gets a key again', async () => {
    const { id, key } = await create('A primeira', [3])
    must(await manager.change('DELETE', `${base}/${id}`))
    must(await manager.change('DELETE', `${base}/${id}`))
    expect(await knock(key, 3)).toBe(401)
    expect(await manager.post(`${base}/${id}/key`)).toMatchObject({
      status: 409,
      body: { code: 'device_revoked' },
    })
    const names = async (query: string) => {
      const rows = at(must(await manager.get(`${base}?${query}`)).body, 'data')
      return Array.isArray(rows) ? rows.map((row) => at(row, 'name')) : []
    }
    expect((await names('')).at(-1)).toBe('A primeira')
    expect(await names('state=revoked')).toEqual(['A primeira'])
    expect(await names('state=active&lot_id=3')).toEqual(['Cancela de demonstração'])
    expect(await names('q=CAIXA')).toEqual(['Caixa 1'])
    const actions = await portal.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', 'device')
      .where('subject_id', '=', String(id))
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['created', 'revoked'])
  })

  it.each([
    ['no car park', { name: 'X', lot_ids: [] }, 'lot_ids'],
    ['a car park that is not there', { name: 'X', lot_ids: [77] }, 'lot_ids'],
    ['no name', { name: '', lot_ids: [1] }, 'name'],
  ])('%s is 422', async (_, entry, field) => {
    expect(await manager.post(base, entry)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    })
  })

  it('unknown ids are 404', async () => {
    const change = { name: 'X', lot_ids: [1] }
    const replies = [
      await manager.get(`${base}/999/edit`),
      await manager.change('PUT', `${base}/999`, change),
      await manager.post(`${base}/999/key`),
      await manager.change('DELETE', `${base}/999`),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
