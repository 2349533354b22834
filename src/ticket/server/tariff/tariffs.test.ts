import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { tariffK } from '#test/support/garage/calendarTariffs.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { toTariffEntry } from '../../tariffEntry.ts'

const portal = portalOfFile()
let manager: PortalClient
let supervisor: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
})

const calendar = toTariffEntry('Calendário', tariffK)
const blocks = (name: string, first_value: number) => ({
  kind: 'blocks',
  name,
  entry_tolerance_min: 0,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 0,
  first_minutes: 60,
  first_value,
  step_minutes: 60,
  step_value: 1,
  cap_value: null,
})
const lotEntry = (name: string, time_zone = 'America/Sao_Paulo') => ({
  name,
  time_zone,
  total_normal: 50,
  total_pregnant: 0,
  total_disabilities: 0,
  total_elderly: 0,
  total_reserves: 4,
})

/** The whole minute so many minutes ahead. */
const ahead = (minutes: number) => {
  const ms = portal.clock.now().getTime() + minutes * minuteMs
  return new Date(Math.ceil(ms / minuteMs) * minuteMs).toISOString()
}

/** A lot of its own with one version. */
async function lotWithTariff(name: string) {
  const lotId = Number(at(must(await manager.post('/api/staff/lots', lotEntry(name))).body, 'data.id'))
  const path = `/api/staff/lots/${lotId}/tariffs`
  const save = (body: object) => manager.post(path, body)
  must(await save({ entry: blocks('Primeira', 10), seen_version: 0 }))
  const devices = portal.db.updateTable('device').set({ lot_ids: [1, 2, 3, lotId] })
  await devices.execute()
  const enters = async (entered_at = portal.clock.now().toISOString()) =>
    textAt(must(await portal.gate().entry({ lot_id: lotId, gate: 'E1', entered_at })).body, 'code')
  const list = async () => at(must(await supervisor.get(path)).body, 'data')
  const trail = () =>
    portal.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('subject', '=', 'tariff')
      .where('subject_id', '=', String(lotId))
      .orderBy('id')
      .execute()
  return { lotId, path, save, enters, list, trail }
}

const dueOf = async (code: string) =>
  at(must(await portal.client().post('/api/tk_ticket/read', { code })).body, 'data.ticket.value')
const rateOf = async (lotId: number) =>
  at(must(await portal.client().get(`/api/tk_ticket/rate?lot_id=${lotId}`)).body, 'data')

describe('a scheduled version', () => {
  it('applies to cars that enter from its start on, and to no car inside', async () => {
    const { lotId, save, enters, list } = await lotWithTariff('Pátio programado')
    const starts_at = ahead(30)
    const made = must(await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at }))
    expect(made).toMatchObject({ status: 201, body: { data: { version: 2, state: 'scheduled' } } })
    const inside = await enters()
    expect(await list()).toMatchObject([
      { version: 2, state: 'scheduled', current: false },
      { version: 1, state: 'in_force', current: true },
    ])
    expect(await rateOf(lotId)).toMatchObject({
      lines: [{}, { value: 'R$\u00a010,00' }, {}],
      next: { starts_at: expect.stringContaining('-03:00'), lines: [{}, { value: 'R$\u00a020,00' }, {}] },
    })
    portal.clock.forward(40)
    const later = await enters()
    portal.clock.forward(5)
    expect([await dueOf(inside), await dueOf(later)]).toEqual([10, 20])
    expect(await list()).toMatchObject([
      { version: 2, state: 'in_force', current: true },
      { version: 1, state: 'ended', current: false },
    ])
    expect(await rateOf(lotId)).toMatchObject({ lines: [{}, { value: 'R$\u00a020,00' }, {}], next: null })
  })

  it('a car told late over a start has the version of its entrance, of those known when it is told', async () => {
    const { save, enters } = await lotWithTariff('Pátio tardio')
    must(await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at: ahead(10) }))
    const before = portal.clock.now().toISOString()
    portal.clock.forward(30)
    const after = portal.clock.minutesAgo(5).toISOString()
    const codes = [await enters(before), await enters(after)]
    expect(await Promise.all(codes.map(dueOf))).toEqual([10, 20])
  })

  it('is withdrawn once, before it begins; its number is never used again', async () => {
    const { path, save, list, trail } = await lotWithTariff('Pátio retirado')
    must(await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at: ahead(30) }))
    const withdraw = (version: number) => manager.change('DELETE', `${path}/${version}`)
    expect(must(await withdraw(2)).body).toMatchObject({ data: { version: 2, state: 'withdrawn' } })
    expect((await withdraw(2)).status).toBe(404)
    expect((await withdraw(9)).status).toBe(404)
    expect(await withdraw(1)).toMatchObject({ status: 409, body: { code: 'tariff_begun' } })
    const third = must(await save({ entry: blocks('Terceira', 30), seen_version: 2, starts_at: ahead(40) }))
    expect(third.body).toMatchObject({ data: { version: 3, latest_version: 3 } })
    expect(await list()).toMatchObject([
      { version: 3, state: 'scheduled' },
      { version: 2, state: 'withdrawn' },
      { version: 1, state: 'in_force' },
    ])
    const actions = (await trail()).map(({ action }) => action)
    expect(actions).toEqual(['new_version', 'tariff_scheduled', 'tariff_withdrawn', 'tariff_scheduled'])
  })

  it('gets another start: the old one is withdrawn in the same commit', async () => {
    const { save, list } = await lotWithTariff('Pátio adiado')
    const entry = blocks('Segunda', 20)
    const first = ahead(30)
    must(await save({ entry, seen_version: 1, starts_at: first }))
    const same = must(await save({ entry, seen_version: 2, starts_at: first, replaces: 2 }))
    expect(same.body).toMatchObject({ data: { version: 2, state: 'scheduled' } })
    const moved = must(await save({ entry, seen_version: 2, starts_at: ahead(60), replaces: 2 }))
    expect(moved.body).toMatchObject({ data: { version: 3, state: 'scheduled' } })
    expect(await list()).toMatchObject([
      { state: 'scheduled' },
      { state: 'withdrawn' },
      { state: 'in_force' },
    ])
    const begun = await save({ entry, seen_version: 3, starts_at: ahead(60), replaces: 1 })
    expect(begun).toMatchObject({ status: 409, body: { code: 'tariff_begun' } })
    expect((await save({ entry, seen_version: 3, starts_at: ahead(90), replaces: 2 })).status).toBe(404)
  })
})

describe('a save', () => {
  it.each([
    [
      'in the past',
      () => new Date(portal.clock.now().getTime() - minuteMs).toISOString(),
      'Informe um início no futuro.',
    ],
    ['now', () => portal.clock.now().toISOString(), 'Informe um início no futuro.'],
    ['in 401 days', () => ahead(401 * 1440), 'No máximo 400 dias à frente.'],
    ['no instant', () => 'segunda-feira', 'Informe um início no futuro.'],
  ])('that begins %s is 422', async (name, starts_at, text) => {
    const { save } = await lotWithTariff(`Pátio ${name}`)
    const reply = await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at: starts_at() })
    expect(reply).toMatchObject({ status: 422, body: { errors: { starts_at: [text] } } })
  })

  it('of a first version begins now', async () => {
    const { lotId } = await lotWithTariff('Pátio segundo')
    const made = must(await manager.post('/api/staff/lots', lotEntry('Pátio sem tarifa')))
    const path = `/api/staff/lots/${String(at(made.body, 'data.id'))}/tariffs`
    const reply = await manager.post(path, { entry: blocks('A', 1), seen_version: 0, starts_at: ahead(30) })
    const text = 'A primeira versão de um estacionamento começa já.'
    expect(reply).toMatchObject({ status: 422, body: { errors: { starts_at: [text] } } })
    expect(lotId).toBeGreaterThan(0)
  })

  it('at the instant of another is 409; of two at once, one now and one scheduled, one wins', async () => {
    const { save } = await lotWithTariff('Pátio disputado')
    const starts_at = ahead(30)
    must(await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at }))
    const again = await save({ entry: blocks('Terceira', 30), seen_version: 2, starts_at })
    expect(again).toMatchObject({ status: 409, body: { code: 'tariff_scheduled' } })
    const both = await Promise.all([
      save({ entry: blocks('Já', 40), seen_version: 2 }),
      save({ entry: blocks('Depois', 50), seen_version: 2, starts_at: ahead(90) }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'tariff_changed' })
  })

  it('of rules that would be in force then adds none; of rules of a later version it adds one', async () => {
    const { save } = await lotWithTariff('Pátio igual')
    const [first, second] = [blocks('Primeira', 10), blocks('Segunda', 20)]
    const versionOf = async (body: object) => at(must(await save(body)).body, 'data.version')
    expect(await versionOf({ entry: first, seen_version: 1, starts_at: ahead(10) })).toBe(1)
    expect(await versionOf({ entry: second, seen_version: 1, starts_at: ahead(60) })).toBe(2)
    expect(await versionOf({ entry: second, seen_version: 2, starts_at: ahead(30) })).toBe(3)
    expect(await versionOf({ entry: second, seen_version: 3, starts_at: ahead(90) })).toBe(2)
  })

  it('now holds until the next scheduled version begins', async () => {
    const { path, save } = await lotWithTariff('Pátio até lá')
    const starts_at = ahead(60)
    must(await save({ entry: blocks('Segunda', 20), seen_version: 1, starts_at }))
    const now = must(await save({ entry: blocks('Agora', 15), seen_version: 2 }))
    expect(now.body).toMatchObject({ data: { version: 3, state: 'in_force', next: { version: 2 } } })
    const next = textAt(now.body, 'data.next.starts_at')
    expect(new Date(next).toISOString()).toBe(starts_at)
    expect(at(must(await supervisor.get(`${path}/2/edit`)).body, 'data')).toMatchObject({ next: null })
  })
})

describe('a calendar', () => {
  it('is saved, listed, opened as entered, told as rate, and prices a stay by its rows', async () => {
    const { lotId, path, save, enters, trail } = await lotWithTariff('Pátio de calendário')
    must(await save({ entry: calendar, seen_version: 1 }))
    expect(at(must(await supervisor.get(`${path}/2/edit`)).body, 'data.entry')).toEqual(calendar)
    expect(await rateOf(lotId)).toMatchObject({
      lines: [
        { label: 'Livre na entrada' },
        { label: 'Feriado (feriados)' },
        { label: 'Dia útil (seg a sex, 07:00 às 19:00)' },
        { label: 'Noite (todos os dias, 19:00 às 07:00)' },
        { label: 'Demais (todos os dias)' },
      ],
    })
    const [, saved] = await trail()
    expect(saved?.after).toMatchObject({
      kind: 'calendar',
      rows: expect.stringContaining('Noite (todos os dias'),
    })
    const code = await enters()
    portal.clock.forward(20)
    const ticket = at(must(await portal.client().post('/api/tk_ticket/read', { code })).body, 'data.ticket')
    expect(ticket).toMatchObject({ state: 'due', breakdown: [{ text: expect.stringMatching(/: primeira/) }] })
  })

  it('with hours that no row has is 422, at the rows', async () => {
    const { save } = await lotWithTariff('Pátio com falta')
    if (calendar.kind !== 'calendar') throw new Error('K is a calendar')
    const entry = { ...calendar, rows: calendar.rows.slice(0, 3) }
    expect(await save({ entry, seen_version: 1 })).toMatchObject({
      status: 422,
      body: { errors: { 'entry.rows': ['Falta uma linha para os demais horários.'] } },
    })
  })
})

it('a lot in another zone keeps the local times of its two scheduled versions', async () => {
  const { lotId, path, save, list, trail } = await lotWithTariff('Pátio que muda de fuso')
  const day = new Date(portal.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  must(await save({ entry: calendar, seen_version: 1, starts_at: `${day}T00:00:00-03:00` }))
  must(await save({ entry: blocks('Depois', 5), seen_version: 2, starts_at: `${day}T12:30:00-03:00` }))
  must(
    await manager.change(
      'PUT',
      `/api/staff/lots/${lotId}`,
      lotEntry('Pátio que muda de fuso', 'America/Manaus'),
    ),
  )
  expect(await list()).toMatchObject([
    { version: 6, name: 'Depois', state: 'scheduled', starts_at: `${day}T12:30:00-04:00` },
    { version: 5, name: 'Calendário', state: 'scheduled', starts_at: `${day}T00:00:00-04:00` },
    { version: 4, name: 'Primeira', state: 'in_force' },
    { version: 3, state: 'withdrawn', starts_at: `${day}T12:30:00-03:00` },
    { version: 2, state: 'withdrawn' },
    { version: 1, state: 'ended' },
  ])
  expect(at(must(await supervisor.get(`${path}/5/edit`)).body, 'data.entry')).toEqual(calendar)
  expect((await trail()).slice(3).map(({ action }) => action)).toEqual([
    'new_version',
    'tariff_scheduled',
    'tariff_scheduled',
  ])
})

it('a lot in another zone copies the version saved last, also where the clock of this instance is behind', async () => {
  const name = 'Pátio de relógio atrasado'
  const { lotId, save, list } = await lotWithTariff(name)
  portal.clock.forward(10)
  must(await save({ entry: blocks('Segunda', 20), seen_version: 1 }))
  portal.clock.runAhead(-2)
  try {
    must(await manager.change('PUT', `/api/staff/lots/${lotId}`, lotEntry(name, 'America/Manaus')))
  } finally {
    portal.clock.runAhead(0)
  }
  expect(await list()).toMatchObject([
    { version: 3, name: 'Segunda', state: 'in_force' },
    { version: 2, name: 'Segunda', state: 'ended' },
    { version: 1, state: 'ended' },
  ])
})
