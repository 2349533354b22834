import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { defaultReserveHint } from '../../backoffice.ts'

const portal = portalOfFile()
let manager: PortalClient
let supervisor: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
})

const base = '/api/staff/lots'
const entry = {
  name: 'Pátio Sul',
  time_zone: 'America/Manaus',
  total_normal: 50,
  total_pregnant: 1,
  total_disabilities: 2,
  total_elderly: 3,
  total_reserves: 4,
}
const trail = (subject: string, id: number) =>
  portal.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
const tariff = {
  kind: 'blocks',
  name: 'Tarifa nova',
  entry_tolerance_min: 10,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 30,
  first_minutes: 60,
  first_value: 9.9,
  step_minutes: 30,
  step_value: 4.5,
  cap_value: null,
}

describe('car parks', () => {
  it('are listed with their spaces and tariff, and found by name', async () => {
    const { body } = must(await supervisor.get(`${base}?q=norte`))
    const spaces = { total: 482, occupied: 413, free: 69 }
    const tariff = { version: 1, name: 'Tarifa B' }
    expect(at(body, 'data')).toEqual([{ id: 2, name: 'Shopping Norte', ...spaces, tariff }])
    expect(at(must(await supervisor.get(`${base}?q=%25`)).body, 'meta.total')).toBe(0)
    expect(at(must(await supervisor.get(`${base}/2/edit`)).body, 'data')).toMatchObject({
      can: { edit: false },
    })
  })

  it('a new one gets the next number; cars enter once it has a tariff', async () => {
    const made = must(await manager.post(base, entry))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ data: { id: 4, ...entry, tariff: null, can: { edit: true } } })
    expect(at(made.body, 'warnings')).toHaveLength(1)
    await portal.db
      .updateTable('device')
      .set({ lot_ids: [1, 2, 3, 4] })
      .execute()
    const car = { lot_id: 4, gate: 'E1' }
    const message = expect.stringContaining('ainda não tem tarifa')
    const refused = { status: 409, body: { code: 'tariff_missing', message } }
    expect(await portal.gate().entry(car)).toMatchObject(refused)
    // Sold by a release that did not check the tariff.
    const { token, code } = await reserved(portal, 1)
    await portal.db.updateTable('reservation').set({ lot_id: 4 }).where('ticket_code', '=', code).execute()
    expect(await supervisor.post(`/api/staff/reservations/${token}/enter`, {})).toMatchObject(refused)
    const painel = () => supervisor.get('/api/staff/dashboard?from=2026-03-10&to=2026-03-10')
    const without = async () => at(must(await painel()).body, 'data.without_tariff')
    expect(await without()).toEqual([{ id: 4, name: entry.name }])
    must(await manager.post(`${base}/4/tariffs`, { entry: tariff, seen_version: 0 }))
    must(await portal.gate().entry(car))
    expect(await without()).toEqual([])
    expect(await trail('lot', 4)).toMatchObject([
      { action: 'created', actor: expect.stringMatching(/^staff \d+$/), before: null },
    ])
  })

  it('are saved with a warning when a capacity is below the taken or sold spaces', async () => {
    const lot = at(must(await manager.get(`${base}/1/edit`)).body, 'data')
    const reply = must(await manager.change('PUT', `${base}/1`, { ...Object(lot), total_normal: 100 }))
    expect(at(reply.body, 'warnings')).toEqual(['Há 121 carros e só 100 vagas comuns. Confira a capacidade.'])
    expect(at(must(await portal.client().get('/api/parking/stats')).body, 'data')).toContainEqual(
      expect.objectContaining({ id: 1, total_normal: 100, free_normal: 0 }),
    )
    expect(await trail('lot', 1)).toMatchObject([
      { action: 'changed', before: { total_normal: 180 }, after: { total_normal: 100 } },
    ])
    must(await manager.change('PUT', `${base}/1`, { ...Object(lot), total_normal: 100 }))
    expect(await trail('lot', 1)).toHaveLength(1)
  })

  it('have a city, which the audit trail names; an absent city is unchanged', async () => {
    const silent = { ...entry, name: 'Pátio Leste' }
    const made = must(await manager.post(base, { ...silent, city: { id: '3550308' } }))
    const id = Number(at(made.body, 'data.id'))
    const city = async () => at(must(await manager.get(`${base}/${id}/edit`)).body, 'data.city')
    expect(await city()).toMatchObject({ id: 3550308, text: 'São Paulo - SP' })
    must(await manager.change('PUT', `${base}/${id}`, { ...silent, total_normal: 51 }))
    expect(await city()).toMatchObject({ id: 3550308 })
    must(await manager.change('PUT', `${base}/${id}`, { ...silent, total_normal: 51, city: null }))
    expect(await city()).toBeNull()
    expect((await trail('lot', id)).map(({ after }) => at(after, 'city'))).toEqual([
      'São Paulo - SP',
      'São Paulo - SP',
      null,
    ])
  })

  it.each([
    ['no text gets the usual one', {}, defaultReserveHint],
    ['an emptied text has none', { reserve_hint: ' ' }, ''],
    ['300 characters', { reserve_hint: 'é'.repeat(300) }, 'é'.repeat(300)],
    ['markup as plain text', { reserve_hint: '<b>3º</b> andar & térreo' }, '<b>3º</b> andar & térreo'],
  ])('where reserved spaces are: %s; absent is unchanged', async (name, change, reserve_hint) => {
    const silent = { ...entry, name: `Pátio: ${name}` }
    const made = must(await manager.post(base, { ...silent, ...change }))
    expect(at(made.body, 'data.reserve_hint')).toBe(reserve_hint)
    const id = Number(at(made.body, 'data.id'))
    const path = `${base}/${id}`
    must(await manager.change('PUT', path, silent))
    expect(await trail('lot', id)).toHaveLength(1)
    must(await manager.change('PUT', path, { ...silent, total_normal: 51 }))
    expect(at(must(await supervisor.get(`${path}/edit`)).body, 'data.reserve_hint')).toBe(reserve_hint)
    must(await manager.change('PUT', path, { ...silent, reserve_hint: 'No térreo.' }))
    expect((await trail('lot', id)).at(-1)).toMatchObject({
      action: 'changed',
      before: { reserve_hint },
      after: { reserve_hint: 'No térreo.' },
    })
  })

  it('a zone that is not the city’s is saved with a warning', async () => {
    const body = { ...entry, name: 'Pátio do Norte', city: { id: '1302603' } }
    const warning =
      'Manaus - AM usa o fuso Amazonas (Manaus, Porto Velho, Boa Vista). Confira o fuso horário.'
    const made = must(await manager.post(base, { ...body, time_zone: 'America/Sao_Paulo' }))
    expect(at(made.body, 'warnings')).toContain(warning)
    const path = `${base}/${Number(at(made.body, 'data.id'))}`
    const silent = must(await manager.change('PUT', path, { ...body, time_zone: 'America/Manaus' }))
    expect(at(silent.body, 'warnings')).toEqual([])
  })

  it.each([
    ['a city that is none', { city: 1 }, 'city'],
    ['the name of another', { name: 'shopping norte' }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['a time zone that is none', { time_zone: 'Marte/Olimpo' }, 'time_zone'],
    ['a negative capacity', { total_elderly: -1 }, 'total_elderly'],
    ['half a space', { total_normal: 1.5 }, 'total_normal'],
    ['a text of 301 characters', { reserve_hint: 'é'.repeat(301) }, 'reserve_hint'],
    ['a text that is null', { reserve_hint: null }, 'reserve_hint'],
  ])('%s is 422 at its field', async (_, change, field) => {
    const reply = await manager.change('PUT', `${base}/1`, { ...entry, ...change })
    expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
  })

  it('unknown ones are 404', async () => {
    expect((await manager.get(`${base}/99/edit`)).status).toBe(404)
    expect((await manager.change('PUT', `${base}/99`, { ...entry, name: 'Outro' })).status).toBe(404)
    expect((await manager.get(`${base}/99/tariffs`)).status).toBe(404)
    expect((await manager.post(`${base}/99/tariffs`, { entry: tariff, seen_version: 0 })).status).toBe(404)
    expect((await manager.get(`${base}/1/tariffs/7/edit`)).status).toBe(404)
  })
})

describe('a tariff', () => {
  const path = `${base}/2/tariffs`
  const dueOf = async (code: string) => {
    const reply = must(await portal.client().post('/api/tk_ticket/read', { code }))
    return at(reply.body, 'data.ticket.value')
  }

  it('of a car inside is that of its entrance, also after later versions', async () => {
    const before = await portal.openTicket(61, 2)
    const made = must(await manager.post(path, { entry: tariff, seen_version: 1 }))
    expect(made).toMatchObject({ status: 201, body: { data: { version: 2, entry: tariff } } })
    for (const [version, minutes] of [
      [1, 90],
      [2, 70],
    ] as const)
      await portal.db
        .updateTable('tariff')
        .set({ created_at: portal.clock.minutesAgo(minutes) })
        .where('lot_id', '=', 2)
        .where('version', '=', version)
        .execute()
    const after = await portal.openTicket(61, 2)
    expect([await dueOf(before), await dueOf(after)]).toEqual([11, 14.4])
    expect(await trail('tariff', 2)).toMatchObject([
      {
        action: 'new_version',
        before: { version: 1, first_block: { minutes: 120, value_cents: 1100 } },
        after: { version: 2, name: 'Tarifa nova', first_block: { minutes: 60, value_cents: 990 } },
      },
    ])
  })

  it('keeps every version; the one that began last is the current one', async () => {
    expect(at(must(await supervisor.get(path)).body, 'data')).toMatchObject([
      { version: 2, name: 'Tarifa nova', kind: 'blocks', current: true },
      { version: 1, name: 'Tarifa B', current: false },
    ])
    expect(at(must(await supervisor.get(`${path}/1/edit`)).body, 'entity.entry')).toMatchObject({
      first_value: 11,
      step_value: 2,
      cap_value: null,
    })
  })

  it('with a newer version than seen is 409, and of two concurrent changes one succeeds', async () => {
    const stale = await manager.post(path, { entry: tariff, seen_version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'tariff_changed' } })
    const send = () => manager.post(path, { entry: { ...tariff, name: 'De uma vez' }, seen_version: 2 })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it.each([
    [
      'a night without an end',
      { kind: 'overnight', night_from: '22:00', night_to: '22:00', night_value: 20 },
    ],
    ['an hour that is none', { kind: 'overnight', night_from: '25:00', night_to: '06:00', night_value: 20 }],
    ['a step of no minutes', { step_minutes: 0 }],
    ['a third of a centavo', { step_value: 0.003 }],
    ['a negative value', { first_value: -1 }],
    ['an unknown kind', { kind: 'free_beer' }],
    ['a day without its value', { kind: 'flat_day' }],
  ])('%s is 422', async (_, change) => {
    const reply = await manager.post(path, { entry: { ...tariff, ...change }, seen_version: 3 })
    expect(reply).toMatchObject({ status: 422, body: { errors: expect.any(Object) } })
  })
})
