import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { type Reserved, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 300 })
beforeAll(async () => {
  await setReserve(portal, {})
})

const asksToLeave = (code: string) => portal.gate().exit({ lot_id: 1, gate: 'S1', code })
const standing = async (car: Reserved) => at(must(await car.read()).body, 'data.reserve')
const gateEvents = async (code: string) =>
  portal.db
    .selectFrom('equipment_event')
    .select(['kind', 'deadline_at'])
    .where('ticket_code', '=', code)
    .execute()

/** Requests the exit two minutes before the tolerance of 30 ends; the bank answers after `minutes`. */
async function releasedAfter(minutes: number): Promise<Reserved> {
  const car = await reserved(portal, 1)
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(28)
  await portal.simulator.fault('drop_before_commit', 50)
  expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, needs_reload: true })
  expect((await asksToLeave(car.code)).body).toMatchObject({ open: false, reason: 'not_authorised' })
  portal.clock.forward(minutes)
  await portal.simulator.clearFaults()
  await portal.sweep()
  await portal.runJobs()
  return car
}

describe('an exit requested inside the tolerance whose release the bank confirms late', () => {
  it('before the tolerance ends: the exit is open until it ends', async () => {
    const car = await releasedAfter(1)
    const [told] = await gateEvents(car.code)
    expect(told?.kind).toBe('authorised')
    const { entered_at } = await portal.db
      .selectFrom('ticket')
      .select('entered_at')
      .where('code', '=', car.code)
      .executeTakeFirstOrThrow()
    expect(told?.deadline_at).toEqual(new Date(entered_at.getTime() + 30 * 60_000))
    expect((await asksToLeave(car.code)).body).toMatchObject({ open: true, reason: 'free' })
    await expectInvariants(portal)
  })

  it('in the last minute of the tolerance: the exit is open until it ends', async () => {
    const car = await releasedAfter(2.5)
    const until = new Date(portal.clock.now().getTime() - 30_000)
    expect(await gateEvents(car.code)).toEqual([{ kind: 'authorised', deadline_at: until }])
    expect(await standing(car)).toMatchObject({ state: 'exit_confirmed' })
    await portal.sweep()
    const read = must(await portal.client().post('/api/tk_ticket/read', { code: car.code }))
    expect(at(read.body, 'data.ticket.awaits_exit')).toBe(false)
    expect((await asksToLeave(car.code)).body).toMatchObject({ open: true, reason: 'free' })
    await expectInvariants(portal)
  })

  it('after the tolerance: the exit is open for the exit tolerance, for driver, feed and gate alike', async () => {
    const car = await releasedAfter(6)
    const until = new Date(portal.clock.now().getTime() + 15 * 60_000)
    expect(await gateEvents(car.code)).toEqual([{ kind: 'authorised', deadline_at: until }])
    const { exit_until, ...reserve } = (await standing(car)) as { exit_until: string }
    expect(reserve).toMatchObject({ state: 'exit_confirmed' })
    expect(new Date(exit_until)).toEqual(until)
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: true, surplus_token: null })
    expect(at(must(await car.value()).body, 'data')).toMatchObject({
      state: 'exit_confirmed',
      value: 0,
      due: { value: 0 },
      breakdown: [],
    })
    const exit = (await asksToLeave(car.code)).body
    expect(exit).toMatchObject({ open: true, reason: 'free' })
    expect(exit).not.toHaveProperty('due')
    expect(new Date(String(at(exit, 'deadline')))).toEqual(until)
    await expectInvariants(portal)
  })

  it('after the tolerance: look-up, payment and back office also show the ticket as free to leave', async () => {
    const car = await releasedAfter(6)
    const until = new Date(portal.clock.now().getTime() + 15 * 60_000)
    const free = { state: 'free', value: 0, breakdown: [], t_expires: null, ticket_dt_exit: null }
    const saysUntil = (ticket: unknown) => new Date(String(at(ticket, 'free_until')))
    for (const body of [{ code: car.code }, { code: car.code, confirmReserve: true }]) {
      const ticket = at(must(await car.client.post('/api/tk_ticket/read', body)).body, 'data.ticket')
      expect(ticket).toMatchObject(free)
      expect(saysUntil(ticket)).toEqual(until)
    }
    const read = must(await portal.client().post('/api/tk_ticket/read', { code: car.code }))
    expect(at(read.body, 'data.ticket.awaits_exit')).toBe(false)
    const wanted = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: car.code, ticket_value: 6 }
    expect(await portal.client().post('/api/tk_ticket/createTransaction', wanted)).toMatchObject({
      status: 422,
      body: { code: 'nothing_due' },
    })
    const supervisor = await staffMember(portal, 10)
    const file = at(must(await supervisor.get(`/api/staff/tickets/${car.code}/edit`)).body, 'data')
    expect(at(file, 'ticket')).toMatchObject(free)
    expect(at(file, 'can.waive')).toBe(false)
    portal.clock.forward(16)
    const later = must(await portal.client().post('/api/tk_ticket/read', { code: car.code }))
    expect(at(later.body, 'data.ticket')).toMatchObject({ state: 'due', value: 6 })
  })

  it('and not used in time: priced again, from the entrance', async () => {
    const car = await releasedAfter(6)
    portal.clock.forward(16)
    expect(await standing(car)).toMatchObject({ state: 'entered', exit_until: null })
    expect((await asksToLeave(car.code)).body).toMatchObject({ open: false, reason: 'due', due: 6 })
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, surplus: { value: 6 } })
    await expectInvariants(portal)
  })

  it('after the exit tolerance: the exit stays shut, and the feed has no event', async () => {
    const car = await releasedAfter(40)
    expect(await gateEvents(car.code)).toEqual([])
    expect(await standing(car)).toMatchObject({ state: 'entered', can_confirm: true, exit_until: null })
    expect((await asksToLeave(car.code)).body).toMatchObject({ open: false, reason: 'due', due: 6 })
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false, surplus: { value: 6 } })
    await expectInvariants(portal)
  })
})
