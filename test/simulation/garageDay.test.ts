// @module-tag deep
import { minuteMs, addMs } from '#kit/clock.ts'
import { beforeAll, expect, it } from 'vitest'
import { signGateCode } from '#reservation/server/gateCode.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, freshPlate, setReserve } from '#test/support/garage/reserve.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { openDay, type Day } from './day.ts'

const cars = 72
const reservations = 24
/** Reserved spaces of the two lots: 13 together. */
const spaces = { 1: { normal: 130, reserves: 8 }, 2: { normal: 120, reserves: 5 } } as const
type LotId = keyof typeof spaces

let gate: Gate
let day: Day
/** The expected occupancy, counted by the test itself. */
const inside = { 1: { normal: 0, reserves: 0 }, 2: { normal: 0, reserves: 0 } }
const waiting = { 1: new Set<string>(), 2: new Set<string>() }
const seen: Record<string, number> = {}
const note = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1
}

const portal = portalOfFile()
beforeAll(async () => {
  gate = portal.gate()
  await setReserve(portal, { valueCents: 1500, minCents: 500 })
  for (const id of [1, 2] as const) {
    const totals = { total_normal: spaces[id].normal, total_reserves: spaces[id].reserves }
    await portal.db.updateTable('lot').set(totals).where('id', '=', id).execute()
    const empty = { normal: 0, pregnant: 0, disabilities: 0, reserves: 0 }
    must(await gate.occupancy(id, { ...empty, at: portal.clock.now() }))
  }
  day = openDay(portal.clock, 20260310)
})

/** Reservations that nobody uses, and when they end. */
const lapses: { at: Date; end: () => void }[] = []

async function checkFree(): Promise<void> {
  for (const { at: end, end: lapse } of lapses) if (portal.clock.now() >= end) lapse()
  const lots: unknown = at(must(await portal.client().get('/api/parking/stats')).body, 'data')
  const free = (Array.isArray(lots) ? lots : [])
    .filter((lot) => Number(at(lot, 'id')) <= 2)
    .map((lot) => [at(lot, 'id'), at(lot, 'free_normal'), at(lot, 'free_reserves')])
    .sort()
  const due = ([1, 2] as const).map((id) => [
    id,
    spaces[id].normal - inside[id].normal,
    spaces[id].reserves - inside[id].reserves - waiting[id].size,
  ])
  expect(free).toEqual(due)
}

const exit = (lot: LotId, by: object) => gate.exit({ lot_id: lot, gate: 'S1', ...by })
const now = () => portal.clock.now().toISOString()

async function payOnline(code: string): Promise<void> {
  const client = portal.client()
  const token = await openTransaction(client, code)
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
}

/** Pays what is due, at a machine or in the portal. */
async function payDue(code: string, where: 'machine' | 'portal'): Promise<void> {
  const read = must(await portal.client().post('/api/tk_ticket/read', { code }))
  const amount = Number(at(read.body, 'data.ticket.value'))
  if (amount === 0) return note('left free')
  note(`paid, ${where}`)
  if (where === 'portal') return payOnline(code)
  must(await gate.payment({ code, amount, paid_at: now(), method: 'pix' }))
}

/** An ordinary car: enters, pays at a machine or in the portal, and leaves, sometimes after its exit deadline. */
function ordinaryCar(lot: LotId, arrival: number): void {
  const stay = day.between(3, 400)
  const where = day.one(['machine', 'portal'] as const)
  const misread = day.chance(0.15)
  const late = day.chance(0.2)
  const plate = freshPlate()
  day.at(arrival, async () => {
    const read = misread ? `${plate.slice(0, 6)}${(Number(plate.at(-1)) + 1) % 10}` : plate
    const code = textAt(must(await gate.entry({ lot_id: lot, gate: 'E1', plate: read })).body, 'code')
    inside[lot].normal += 1
    day.at(arrival + stay, () => payDue(code, where))
    day.at(arrival + stay + (late ? 45 : 5), async () => {
      let reply = await exit(lot, { plate })
      if (at(reply.body, 'reason') === 'not_found') {
        note('plate misread at the exit')
        reply = await exit(lot, { code })
      }
      if (at(reply.body, 'open') !== true) {
        note(`shut: ${textAt(reply.body, 'reason')}`)
        await payDue(code, where === 'machine' ? 'portal' : 'machine')
        reply = await exit(lot, { code })
      }
      expect(reply.body).toMatchObject({ open: true })
      inside[lot].normal -= 1
    })
  })
}

const fates = ['used', 'used', 'used', 'used', 'overstay', 'cancelled', 'no-show', 'never paid'] as const

/** A car with a reserved space, and its ending. */
async function reservedCar(lot: LotId, asked: number, index: number): Promise<void> {
  const person = await driver(portal)
  const fate = fates[index % fates.length] ?? 'used'
  const byQr = index % 3 === 0
  const stay = day.between(20, 420)
  day.at(asked, async () => {
    const created = await createReserve(person.client, person.vehicleId, lot)
    if (created.status === 409) {
      expect(inside[lot].reserves + waiting[lot].size).toBe(spaces[lot].reserves)
      return note('sold out')
    }
    const token = textAt(must(created).body, 'ws_token')
    const code = textAt(created.body, 'ticket_code')
    waiting[lot].add(token)
    note(`reserved: ${fate}`)
    const calls = callsOn(person.client, token)
    if (fate === 'never paid') return day.at(asked + 15.1, () => void waiting[lot].delete(token))
    day.at(asked + 3, async () => {
      expect(at(must(await pay(person.client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
      // The arrival lasts to the end of its minute (docs/spec.md#r34).
      if (fate === 'no-show') {
        const at = addMs(portal.clock.now(), (12 * 60 - 2) * minuteMs)
        lapses.push({ at, end: () => void waiting[lot].delete(token) })
        day.at(asked + 12 * 60 + 1.1, async () => {})
      }
      if (fate === 'cancelled')
        day.at(asked + 30, async () => {
          must(await calls.cancel())
          waiting[lot].delete(token)
        })
      if (fate === 'used' || fate === 'overstay') day.at(asked + 60, arrive)
    })
    const arrive = async () => {
      const qr = signGateCode(portal.deps.keys.gate, await gateTokenOf(code))
      const shown = byQr ? { qr, plate: 'NIL0000' } : { plate: person.plate }
      const entry = must(await gate.entry({ lot_id: lot, gate: 'E2', ...shown }))
      expect(entry.body).toMatchObject({ code, reservation: { plate: person.plate } })
      note(byQr ? 'entered by QR' : 'entered by plate')
      waiting[lot].delete(token)
      inside[lot].reserves += 1
      day.at(asked + 60 + stay, confirm)
    }
    const confirm = async () => {
      expect((await exit(lot, { code })).body).toMatchObject({ open: false })
      await authorise()
      day.at(asked + 60 + stay + (fate === 'overstay' ? 70 : 10), leave)
    }
    const authorise = async () => {
      // A login ends after half a day.
      must(await logIn(person.client, person.person))
      const surplus = at(must(await calls.confirm()).body, 'data.surplus_token')
      if (typeof surplus !== 'string') return
      note('surplus')
      expect(at(must(await pay(person.client, surplus, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    }
    const leave = async () => {
      if (at((await exit(lot, { code })).body, 'open') !== true) {
        note('reserved car too late')
        await authorise()
        expect((await exit(lot, { code })).body).toMatchObject({ open: true })
      }
      inside[lot].reserves -= 1
    }
  })
}

async function gateTokenOf(code: string): Promise<string> {
  const rows = portal.db.selectFrom('reservation').select('gate_token').where('ticket_code', '=', code)
  return (await rows.executeTakeFirstOrThrow()).gate_token
}

it('a simulated day in the garage: free spaces are correct at every step, and all money is accounted for', async () => {
  for (let i = 0; i < reservations; i += 1) {
    // Most ask in the first hour, so that the spaces sell out.
    const lot = i % 8 < 5 ? 1 : 2
    await reservedCar(lot, i < 18 ? 5 + i : 300 + i, i)
  }
  for (let i = 0; i < cars - reservations; i += 1) ordinaryCar(day.one([1, 2] as const), day.between(0, 480))
  await checkFree()
  let steps = 0
  await day.run(async () => {
    steps += 1
    await checkFree()
    if (steps % 40 !== 0) return
    await portal.sweep()
    await portal.runJobs()
    await checkFree()
  })
  // A gate may report an arrival in time for so long.
  portal.clock.forward(61)
  await portal.sweep()
  await portal.runJobs()

  const what = ['sold out', 'entered by QR', 'surplus', 'reserved car too late', 'plate misread at the exit']
  const paid = ['paid, machine', 'paid, portal', 'shut: overdue']
  const fatesSeen = [...new Set(fates)].map((fate) => `reserved: ${fate}`)
  expect(Object.keys(seen)).toEqual(expect.arrayContaining([...what, ...paid, ...fatesSeen]))
  expect(steps).toBeGreaterThan(cars * 2)
  expect(inside).toEqual({ 1: { normal: 0, reserves: 0 }, 2: { normal: 0, reserves: 0 } })
  await checkFree()
  const left = await portal.db
    .selectFrom('reservation')
    .select(['state', (eb) => eb.fn.countAll<number>().as('cars')])
    .groupBy('state')
    .execute()
  expect(left.map(({ state }) => state).sort()).toEqual(['cancelled', 'exited', 'no_show', 'released'])
  // Nothing is held, and the acquirer has captured exactly what the reservations say.
  const ledger = await portal.simulator.ledger()
  expect(
    ledger.filter(({ authorised, captured, voided }) => authorised > 0 && captured + voided === 0),
  ).toEqual([])
  await expectInvariants(portal)
}, 300_000)
