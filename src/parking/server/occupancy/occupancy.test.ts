import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { recordOccupancyHours } from './recordOccupancy.ts'

const portal = portalOfFile()
let supervisor: PortalClient
/** A car park that no car has entered at a gate. */
let sensed: string
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  const spaces = { total_normal: 100, total_pregnant: 0, total_disabilities: 0, total_elderly: 0 }
  const entry = { name: 'Anexo', time_zone: 'America/Sao_Paulo', total_reserves: 0, ...spaces }
  const added = must(await (await staffMember(portal, 2)).post('/api/staff/lots', entry))
  sensed = String(at(added.body, 'data.id'))
  const none = { total_pregnant: 0, total_disabilities: 0, total_reserves: 0, occupied_reserves: 0 }
  await portal.db
    .updateTable('lot')
    .set({ ...none, total_normal: 100, occupied_pregnant: 0, occupied_disabilities: 0 })
    .where('id', '=', 1)
    .execute()
  await portal.db.deleteFrom('lot_hour').execute()
  await portal.db.deleteFrom('car_movement').execute()
  await theExampleHour()
})

/** 14:00 of 5 March in São Paulo. */
const at14 = (minutes: number) => new Date(Date.parse('2026-03-05T17:00:00Z') + minutes * 60_000)

async function sample(taken: number, minutes: number): Promise<void> {
  await portal.db.updateTable('lot').set({ occupied_normal: taken }).where('id', '=', 1).execute()
  await recordOccupancyHours(portal.db, at14(minutes))
}

/** 40 taken spaces, 41 from 14:15, 39 from 14:45 (docs/back-office.md#ocupação); the gates count one car in and two out. */
async function theExampleHour(): Promise<void> {
  await sample(40, -60)
  for (const [change, minutes] of [
    [1, 15],
    [-1, 40],
    [-1, 45],
    [1, 60],
  ] as const)
    await portal.db
      .insertInto('car_movement')
      .values({ lot_id: 1, space: 'normal', change, at: at14(minutes) })
      .execute()
  for (let minute = 0; minute <= 60; minute += 1)
    await sample(minute < 15 ? 40 : minute < 45 ? 41 : 39, minute)
  // An instance whose clock is behind changes nothing.
  await recordOccupancyHours(portal.db, at14(30))
}

const day = 'lot_id=1&from=2026-03-05&until=2026-03-05'
const rows = async (query: string) =>
  at(must(await supervisor.get(`/api/staff/occupancy?${query}`)).body, 'data.rows')

const example = { lot_id: 1, lot: 'Garagem Centro', spaces: 100, taken_start: 40, taken_max: 41 }

describe('the occupancy of an hour', () => {
  it('is the mean weighted by time, with the cars that gates counted', async () => {
    const found = await rows(day)
    expect(found).toEqual([
      {
        ...example,
        period: '2026-03-05T13:00:00-03:00',
        taken_max: 40,
        taken_mean: 40,
        entered: 0,
        left: 0,
        hours: 1,
      },
      {
        ...example,
        period: '2026-03-05T14:00:00-03:00',
        taken_mean: 40.3,
        entered: 1,
        left: 2,
        hours: 1,
      },
      expect.objectContaining({ period: '2026-03-05T15:00:00-03:00', taken_start: 39, entered: 1 }),
    ])
  })

  it('sums to days, and to weekdays by hour with how many hours they are of', async () => {
    expect(await rows(`${day}&by=day`)).toEqual([
      { ...example, period: '2026-03-05', taken_mean: 39.8, entered: 2, left: 2, hours: 3 },
    ])
    const week = await rows('lot_id=1&from=2026-03-01&until=2026-03-31&by=weekday_hour')
    expect(week).toContainEqual(expect.objectContaining({ period: '4T14', taken_mean: 40.3, hours: 1 }))
  })

  it('counts a car that is reported hours late, from the next hour on', async () => {
    const late = { lot_id: 1, space: 'normal', change: 1, at: at14(-30) } as const
    await portal.db.insertInto('car_movement').values(late).execute()
    await recordOccupancyHours(portal.db, at14(180))
    expect(at(await rows(day), '0')).toMatchObject({ period: '2026-03-05T13:00:00-03:00', entered: 1 })
    expect(at(await rows(day), '3')).toMatchObject({ entered: 0, left: 0 })
  })

  it('of a lot with gates counts no car, also when its movements are no longer kept', async () => {
    await portal.db.deleteFrom('car_movement').execute()
    await recordOccupancyHours(portal.db, at14(180 + 48 * 60))
    const found = await rows('lot_id=1&from=2026-03-07&until=2026-03-07')
    expect(found).toMatchObject([{ period: '2026-03-07T17:00:00-03:00', entered: 0, left: 0 }])
    expect(at(await rows(day), '1')).toMatchObject({ entered: 1, left: 2 })
  })

  it('of a lot without samples is a gap, of one that only sensors count without cars', async () => {
    expect(await rows(`lot_id=${sensed}&from=2026-03-06&until=2026-03-06`)).toEqual([])
    const found = await rows(`lot_id=${sensed}&from=2026-03-05&until=2026-03-05`)
    expect(at(found, '0')).toMatchObject({ entered: null, left: null })
  })

  it('is a file, with one decimal of the mean', async () => {
    const file = await exported(supervisor, 'occupancy', day)
    expect(file.map((row) => row['Média'])).toEqual(['39,0', '39,0', '40,3', '40,0'])
    expect(file).toContainEqual({
      Estacionamento: 'Garagem Centro',
      Início: '05/03/2026 14:00:00',
      'Ocupadas no início': '40',
      Máximo: '41',
      Média: '40,3',
      Entradas: '1',
      Saídas: '2',
      Vagas: '100',
    })
  })

  it.each([
    ['from=2026-03-02&until=2026-03-01', 'until'],
    ['from=2026-01-01&until=2026-03-10', 'until'],
    ['from=2020-01-01&until=2026-03-10&by=day', 'until'],
    ['from=2026-02-30&until=2026-03-10', 'from'],
  ])('%s is 422 at %s', async (query, field) => {
    const reply = await supervisor.get(`/api/staff/occupancy?${query}`)
    expect(reply.status).toBe(422)
    expect(Object.keys(at(reply.body, 'errors') ?? {})).toEqual([field])
  })
})
