import { beforeAll, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})

const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
const counted = { normal: 100, pregnant: 1, disabilities: 2, reserves: 3 }

async function lot(id = 1): Promise<unknown> {
  const reply = must(await portal.client().get('/api/parking/stats'))
  const lots: unknown = at(reply.body, 'data')
  return Array.isArray(lots) ? lots.find((one: unknown) => at(one, 'id') === id) : undefined
}
const enter = async (minutesAgo = 0) =>
  textAt((await gate.entry({ lot_id: 1, gate: 'E1', entered_at: ago(minutesAgo) })).body, 'code')

describe('free spaces of a lot', () => {
  it('are what the sensors report, in the words of the specification', async () => {
    const report = must(await gate.occupancy(1, { ...counted, at: ago(0) }))
    const expected = {
      name: 'Garagem Centro',
      total: 212,
      free_total: 106,
      total_normal: 180,
      free_normal: 80,
      total_pregnant: 4,
      free_pregnant: 3,
      total_disabilities: 8,
      free_disabilities: 6,
      total_reserves: 20,
      free_reserves: 17,
      updated_at: '2026-03-10T12:00:00-03:00',
    }
    expect(report.body).toMatchObject({ ...expected, applied: true })
    expect(await lot()).toMatchObject(expected)
    expect(await lot()).not.toHaveProperty('total_elderly')
  })

  it('follow every entrance and exit', async () => {
    const code = await enter()
    expect(await lot()).toMatchObject({ free_normal: 79, free_total: 105 })
    portal.clock.forward(1)
    await gate.exit({ lot_id: 1, gate: 'S1', code })
    expect(await lot()).toMatchObject({ free_normal: 80, updated_at: '2026-03-10T12:01:00-03:00' })
    await gate.exit({ lot_id: 1, gate: 'S1', code })
    expect(await lot()).toMatchObject({ free_normal: 80 })
  })

  it('a late report is corrected by later car movements', async () => {
    portal.clock.forward(10)
    await enter(5)
    await enter(1)
    must(await gate.occupancy(1, { ...counted, at: ago(3) }))
    expect(await lot()).toMatchObject({ free_normal: 79 })
  })

  it('an older report, and a movement before the last report, change nothing', async () => {
    expect((await gate.occupancy(1, { ...counted, normal: 5, at: ago(9) })).body).toMatchObject({
      applied: false,
      free_normal: 79,
    })
    await enter(8)
    expect(await lot()).toMatchObject({ free_normal: 79 })
  })

  it('an exit by a lagging clock counts at the entrance, not before', async () => {
    must(await gate.occupancy(1, { ...counted, at: ago(1) }))
    const before = at(await lot(), 'free_normal')
    const code = await enter()
    must(await gate.exit({ lot_id: 1, gate: 'S1', code, at: ago(2) }))
    expect(await lot()).toMatchObject({ free_normal: before })
  })

  it('are never negative and never above the total', async () => {
    must(await gate.occupancy(1, { normal: 500, pregnant: 9, disabilities: 9, reserves: 99, at: ago(0) }))
    expect(await lot()).toMatchObject({ free_normal: 0, free_total: 0, free_reserves: 0 })
    await enter()
    expect(await lot()).toMatchObject({ free_normal: 0 })
    must(await gate.occupancy(1, { normal: 0, pregnant: 0, disabilities: 0, reserves: 0, at: ago(0) }))
    const code = await portal.openTicket(20)
    must(await gate.exit({ lot_id: 1, gate: 'S1', code }))
    expect(await lot()).toMatchObject({ free_normal: 180, free_total: 212 })
  })

  it('count spaces of people of 60 and older if the lot has them', async () => {
    await portal.db.updateTable('lot').set({ total_elderly: 9 }).where('id', '=', 2).execute()
    must(await gate.occupancy(2, { ...counted, elderly: 4, at: ago(0) }))
    expect(await lot(2)).toMatchObject({ total: 491, total_elderly: 9, free_elderly: 5 })
    must(await gate.occupancy(2, { ...counted, at: ago(0) }))
    expect(await lot(2)).toMatchObject({ free_elderly: 5 })
  })
})
