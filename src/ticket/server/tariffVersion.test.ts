import { beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeEach(async () => {
  manager = await staffMember(portal, 2)
})

const lot = {
  name: 'Pátio do fuso',
  time_zone: 'America/Sao_Paulo',
  total_normal: 50,
  total_pregnant: 0,
  total_disabilities: 0,
  total_elderly: 0,
  total_reserves: 4,
}
const overnight = {
  kind: 'overnight',
  name: 'Noite',
  entry_tolerance_min: 0,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 0,
  first_minutes: 60,
  first_value: 10,
  step_minutes: 60,
  step_value: 10,
  cap_value: null,
  night_from: '22:00',
  night_to: '06:00',
  night_value: 25,
}
const moveTo = async (lotId: number, body: object) => {
  manager = await staffMember(portal, 2)
  must(await manager.change('PUT', `/api/staff/lots/${lotId}`, body))
}
const read = async (code: string) =>
  at(must(await portal.client().post('/api/tk_ticket/read', { code })).body, 'data.ticket')

async function withTariff(name: string) {
  const lotId = Number(at(must(await manager.post('/api/staff/lots', { ...lot, name })).body, 'data.id'))
  const path = `/api/staff/lots/${lotId}/tariffs`
  const save = (entry: object, seen_version: number) => manager.post(path, { entry, seen_version })
  must(await save(overnight, 0))
  await portal.db
    .updateTable('device')
    .set({ lot_ids: [1, 2, 3, lotId] })
    .execute()
  const enters = async (entered_at: string) =>
    textAt(must(await portal.gate().entry({ lot_id: lotId, gate: 'E1', entered_at })).body, 'code')
  return { lotId, save, enters }
}

/** 02:00 of the next day in Brasília, so that a night is under way there and not in Noronha's morning. */
function nextNight(): { entered: string; asked: number } {
  const now = portal.clock.now()
  const day = new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
  const asked = Date.parse(`${day}T08:55:00Z`)
  return { entered: `${day}T01:30:00Z`, asked }
}

describe('a lot whose time zone changes', () => {
  it('keeps the old zone for cars inside; later entrances have the next version', async () => {
    const { lotId, enters } = await withTariff(lot.name)
    const { entered, asked } = nextNight()
    portal.clock.forward((Date.parse(entered) - portal.clock.now().getTime()) / 60_000)
    const inside = await enters(entered)
    portal.clock.forward((asked - Date.parse(entered)) / 60_000)
    expect(await read(inside)).toMatchObject({ value: 25, time_zone: 'America/Sao_Paulo' })
    await moveTo(lotId, { ...lot, time_zone: 'America/Noronha' })
    expect(await read(inside)).toMatchObject({ value: 25, time_zone: 'America/Sao_Paulo' })
    const later = await enters(portal.clock.now().toISOString())
    expect(await read(later)).toMatchObject({ time_zone: 'America/Noronha' })
    const versions = await portal.db
      .selectFrom('tariff')
      .select(['version', 'time_zone'])
      .where('lot_id', '=', lotId)
      .orderBy('version')
      .execute()
    expect(versions).toEqual([
      { version: 1, time_zone: 'America/Sao_Paulo' },
      { version: 2, time_zone: 'America/Noronha' },
    ])
  })
})

it('a car reported late has the tariff in force at its entrance, else the first', async () => {
  const { save, enters } = await withTariff('Pátio tarde')
  const before = portal.clock.minutesAgo(60).toISOString()
  portal.clock.forward(30)
  const between = portal.clock.minutesAgo(10).toISOString()
  must(await save({ ...overnight, first_value: 99 }, 1))
  portal.clock.forward(10)
  const after = portal.clock.minutesAgo(5).toISOString()
  const versionOf = async (code: string) =>
    (
      await portal.db
        .selectFrom('ticket')
        .innerJoin('tariff', 'tariff.id', 'tariff_id')
        .select('version')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    ).version
  expect(await versionOf(await enters(before))).toBe(1)
  expect(await versionOf(await enters(between))).toBe(1)
  expect(await versionOf(await enters(after))).toBe(2)
})

it.each([
  { seconds: 59, reserved: true },
  { seconds: 60, reserved: false },
])('an arrival $seconds s after the named minute began: reserved $reserved', async (row) => {
  await setReserve(portal, {})
  const car = await reserved(portal, 1)
  const until = new Date(textAt((await car.read()).body, 'data.reserve.arrive_until'))
  const minute = Math.floor(until.getTime() / 60_000) * 60_000
  portal.clock.forward((minute + row.seconds * 1000 - portal.clock.now().getTime()) / 60_000)
  await portal.sweep()
  const entry = must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  expect(at(entry.body, 'reservation') !== undefined).toBe(row.reserved)
})

it('a list cuts its days in the zone of each row', async () => {
  const night = (zone: string) =>
    portal.db.updateTable('tariff').set({ time_zone: zone }).where('lot_id', '=', 1).execute()
  const day = new Date(portal.clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
  // 00:30 in Brasília is 23:30 of the day before in Manaus.
  const entered_at = `${day}T03:30:00Z`
  const code = textAt(must(await portal.gate().entry({ lot_id: 1, gate: 'E1', entered_at })).body, 'code')
  const shown = async () => {
    const list = await manager.get(`/api/staff/tickets?q=${code}&from=${day}&until=${day}`)
    return (at(list.body, 'data') as unknown[]).length
  }
  await night('America/Sao_Paulo')
  expect(await shown()).toBe(1)
  await night('America/Manaus')
  expect(await shown()).toBe(0)
})
