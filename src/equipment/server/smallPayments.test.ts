import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  await setReserve(portal, {})
  gate = portal.gate()
})

const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
/** Pays reais at the machine, some minutes ago. */
const machine = async (code: string, amount: number, minutes = 0) =>
  must(await gate.payment({ code, amount, paid_at: ago(minutes), method: 'cash' })).body
const exit = async (code: string, minutes = 0) =>
  (await gate.exit({ lot_id: 1, gate: 'S1', code, at: ago(minutes) })).body
const gateEventsOf = async (code: string) => {
  const events = at((await gate.events(0)).body, 'events')
  return Array.isArray(events) ? events.filter((one) => at(one, 'code') === code) : []
}
const shown = async (code: string) =>
  at(must(await portal.client().post('/api/tk_ticket/read', { code })).body, 'data.ticket')

describe('R$ 0,01 at the machine', () => {
  it('in the free time leaves the free time as it is, and opens nothing after it', async () => {
    const code = await portal.openTicket(31)
    const told = await machine(code, 0.01, 2)
    expect(told).toMatchObject({ state: 'overdue', paid: false, due: 5.99 })
    expect(told).not.toHaveProperty('deadline')
    expect(await exit(code)).toMatchObject({ open: false, reason: 'overdue', due: 5.99 })
    expect(await gateEventsOf(code)).toEqual([])
    expect(await machine(code, 5.99)).toMatchObject({ state: 'paid', deadline: '2026-03-10T12:15:00-03:00' })
  })

  it('while nothing is due answers the free time, and so does the portal', async () => {
    const code = await portal.openTicket(20)
    const free = { state: 'free', paid: false, deadline: '2026-03-10T12:10:00-03:00' }
    expect(await machine(code, 0.01)).toMatchObject(free)
    expect(await shown(code)).toMatchObject({
      state: 'free',
      free_until: '2026-03-10T12:10:00-03:00',
      ticket_dt_exit: null,
    })
    expect(await gateEventsOf(code)).toEqual([])
    expect(await exit(code)).toMatchObject({ open: true, reason: 'free' })
  })

  it('right after the free time opens nothing, though nothing was due five minutes ago', async () => {
    const code = await portal.openTicket(34)
    expect(await machine(code, 0.01)).toMatchObject({ state: 'overdue', paid: false, due: 5.99 })
    expect(await exit(code)).toMatchObject({ open: false })
    expect(await gateEventsOf(code)).toEqual([])
  })

  it('after a paid step does not open the exit again', async () => {
    const code = await portal.openTicket(122)
    await machine(code, 6, 40)
    const told = await machine(code, 0.01)
    expect(told).toMatchObject({ state: 'overdue', paid: false, due: 0.99 })
    expect(await exit(code)).toMatchObject({ open: false, reason: 'overdue', due: 0.99 })
    expect(await gateEventsOf(code)).toEqual([])
  })

  it('inside an open deadline leaves that deadline', async () => {
    const code = await portal.openTicket(115)
    await machine(code, 6, 5)
    expect(await machine(code, 0.01)).toMatchObject({ state: 'paid', deadline: '2026-03-10T12:10:00-03:00' })
    expect((await gateEventsOf(code)).map((one) => textAt(one, 'deadline'))).toEqual([
      '2026-03-10T12:10:00-03:00',
    ])
  })
})

describe('the whole price at the machine', () => {
  it('of R$ 6,00 at minute 31 opens the exit', async () => {
    const code = await portal.openTicket(31)
    expect(await machine(code, 6)).toMatchObject({ state: 'paid', deadline: '2026-03-10T12:15:00-03:00' })
    expect(await gateEventsOf(code)).toMatchObject([{ kind: 'paid', deadline: '2026-03-10T12:15:00-03:00' }])
    expect(await exit(code)).toMatchObject({ open: true, reason: 'paid' })
  })

  it('before anything was due gives no deadline; the stay is paid while the price is covered', async () => {
    const code = await portal.openTicket(60)
    const told = await machine(code, 6, 40)
    expect(told).toMatchObject({ state: 'paid', paid: true })
    expect(told).not.toHaveProperty('deadline')
    expect(await gateEventsOf(code)).toEqual([])
    expect(await shown(code)).toMatchObject({ state: 'paid', ticket_dt_exit: null })
    const opened = await exit(code)
    expect(opened).toMatchObject({ open: true, reason: 'paid' })
    expect(opened).not.toHaveProperty('deadline')
    await expectInvariants(portal)
  })
})

describe('money at the machine for a reserved car in the free time', () => {
  it('of R$ 0,01 does not authorise its exit', async () => {
    const car = await reserved(portal)
    must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(10)
    expect(await machine(car.code, 0.01)).toMatchObject({ state: 'free', paid: false })
    expect(await exit(car.code)).toMatchObject({ open: false, reason: 'not_authorised' })
    expect(at(must(await car.read()).body, 'data.reserve.state')).toBe('entered')
    await expectInvariants(portal)
  })

  it('that covers the price later: its driver authorises the exit, for the whole exit tolerance', async () => {
    const car = await reserved(portal)
    must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(10)
    await machine(car.code, 6)
    portal.clock.forward(50)
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: true, surplus: null })
    const until = textAt(must(await car.read()).body, 'data.reserve.exit_until')
    expect(Date.parse(until)).toBe(portal.clock.now().getTime() + 15 * minuteMs)
    expect(await exit(car.code)).toMatchObject({ open: true })
    await expectInvariants(portal)
  })
})
