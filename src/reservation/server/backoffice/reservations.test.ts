import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { reserveState } from '../../wireReserve.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { createReserve, driver, reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const page = z.object({ data: z.array(z.object({ state: reserveState })) })

const portal = portalOfFile()
let supervisor: PortalClient
let manager: PortalClient
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/reservations'
const tokens = (body: unknown) => {
  const rows = at(body, 'data')
  return Array.isArray(rows) ? rows.map((row) => at(row, 'id')) : []
}

describe('reservations at the desk', () => {
  it('are found by plate, code and name, and by state and lot', async () => {
    const { token, plate, code, person } = await reserved(portal, 1)
    const shown = async (query: string) => tokens(must(await supervisor.get(`${base}?${query}`)).body)
    const written = `${plate.slice(0, 3)}–${plate.slice(3).toLowerCase()}`
    expect(await shown(`q=${written}`)).toEqual([token])
    expect(await shown(`q=${code}`)).toEqual([token])
    expect(await shown(`q=${encodeURIComponent(`#${code}`)}`)).toEqual([token])
    expect(await shown(`q=${encodeURIComponent(person.name)}`)).toContain(token)
    expect(await shown('state=preauthorised&lot_id=1')).toContain(token)
    expect(await shown('state=entered')).not.toContain(token)
    expect(await shown('q=%25')).toEqual([])
  })

  it('a filter that no row can have is bad input, not a failure', async () => {
    for (const query of [
      'lot_id=99999999999',
      'from=0000-01-01',
      'until=0000-01-01T00:00:00Z',
      'from=2026-02-30',
    ])
      for (const list of ['reservations', 'tickets', 'transactions'])
        expect(await supervisor.get(`/api/staff/${list}?${query}`)).toMatchObject({ status: 422 })
  })

  it('a period that ends before it begins is refused; one of a single day or instant is not', async () => {
    const noon = '2026-03-10T12:00:00-03:00'
    const lists = ['reservations', 'tickets', 'transactions', 'audit']
    for (const period of ['from=2026-03-10&until=2026-03-09', `from=${noon}&until=2026-03-09`])
      for (const list of lists)
        expect(await manager.get(`/api/staff/${list}?${period}`)).toMatchObject({
          status: 422,
          body: { errors: { until: ['O fim não pode vir antes do início.'] } },
        })
    for (const period of [`from=${noon}&until=2026-03-10`, `from=${noon}&until=${noon}`])
      for (const list of lists) must(await manager.get(`/api/staff/${list}?${period}`))
  })

  it('are entered by hand, once; the hold then guarantees the stay', async () => {
    const space = await reserved(portal, 1)
    expect(at((await supervisor.get(`${base}/${space.token}/edit`)).body, 'data.can')).toEqual({
      enter: true,
      cancel: false,
    })
    const entered = must(await supervisor.post(`${base}/${space.token}/enter`)).body
    expect(at(entered, 'data')).toMatchObject({ state: 'entered', can: { enter: false } })
    expect(at(entered, 'data.history')).toContainEqual(
      expect.objectContaining({ text: 'Entrada registrada', who: expect.stringMatching(/^[A-Z]/) }),
    )
    const again = await supervisor.post(`${base}/${space.token}/enter`)
    expect(again).toMatchObject({ status: 409, body: { code: 'already_entered' } })
    portal.clock.forward(125)
    expect(at(must(await space.confirm()).body, 'data.ok')).toBe(true)
  })

  it('that are unpaid cannot be entered', async () => {
    const person = await driver(portal)
    const created = must(await createReserve(person.client, person.vehicleId, 1))
    const token = at(created.body, 'ws_token')
    const refused = await supervisor.post(`${base}/${String(token)}/enter`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_awaited' } })
  })

  it('are cancelled by a manager as by the customer: the retained amount is captured', async () => {
    const space = await reserved(portal, 1)
    const reason = { reason: 'Vaga interditada' }
    expect((await supervisor.post(`${base}/${space.token}/cancel`, reason)).status).toBe(403)
    const cancelled = must(await manager.post(`${base}/${space.token}/cancel`, reason)).body
    expect(at(cancelled, 'data')).toMatchObject({ state: 'cancelled', can: { cancel: false } })
    expect(at(cancelled, 'data.history')).toContainEqual(
      expect.objectContaining({ text: 'Reserva cancelada', ...reason }),
    )
    const payment = at((await space.read()).body, 'data')
    expect(payment).toMatchObject({ state: 'captured', value: 15 })
    const again = must(await manager.post(`${base}/${space.token}/cancel`, reason)).body
    expect(at(again, 'data.state')).toBe('cancelled')
    expect((await manager.get(`${base}/${'f'.repeat(32)}/edit`)).status).toBe(404)
  })

  it('are not entered under the code of another ticket', async () => {
    const space = await reserved(portal, 1)
    const set = (ticket_code: string) =>
      portal.db
        .updateTable('reservation')
        .set({ ticket_code })
        .where('ticket_code', 'in', [space.code, taken])
        .execute()
    const taken = await portal.openTicket(5)
    await set(taken)
    expect(await supervisor.post(`${base}/${space.token}/enter`)).toMatchObject({
      status: 409,
      body: { code: 'ticket_exists' },
    })
    await set(space.code)
  })

  it('are not cancelled once the car is in, while the bank owes an answer, or when they are over', async () => {
    const reason = { reason: 'Pedido do cliente' }
    const cancelled = (token: string) => manager.post(`${base}/${token}/cancel`, reason)
    const refused = (code: string) => ({ status: 409, body: { code } })
    const parked = await reserved(portal, 1)
    must(await supervisor.post(`${base}/${parked.token}/enter`))
    expect(await cancelled(parked.token)).toMatchObject(refused('already_entered'))

    const person = await driver(portal)
    const waiting = String(at(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token'))
    await portal.simulator.fault('hang')
    must(await pay(person.client, waiting, cardEndingIn(1)))
    expect(await cancelled(waiting)).toMatchObject(refused('payment_in_flight'))
    await portal.simulator.clearFaults()

    const missed = await reserved(portal, 1)
    portal.clock.forward(24 * 60)
    manager = await staffMember(portal, 2)
    supervisor = await staffMember(portal, 10)
    expect(await cancelled(missed.token)).toMatchObject(refused('reservation_over'))
  })

  it('are found by their state at the time of the search, and by the day they were created', async () => {
    const waiting = await reserved(portal, 1)
    const person = await driver(portal)
    const unpaid = String(at(must(await createReserve(person.client, person.vehicleId, 1)).body, 'ws_token'))
    const inState = async (state: string) =>
      tokens(must(await supervisor.get(`${base}?state=${state}&lot_id=1`)).body)
    expect(await inState('held')).toContain(unpaid)
    expect(await inState('preauthorised')).toContain(waiting.token)

    portal.clock.forward(24 * 60)
    supervisor = await staffMember(portal, 10)
    // No sweep has run.
    expect(await inState('held')).not.toContain(unpaid)
    expect(await inState('released')).toContain(unpaid)
    expect(await inState('preauthorised')).not.toContain(waiting.token)
    expect(await inState('no_show')).toContain(waiting.token)
    for (const state of reserveState.options) {
      const { data } = z.parse(page, must(await supervisor.get(`${base}?state=${state}`)).body)
      expect(data.every((row) => row.state === state)).toBe(true)
    }

    const day = (shift: number) =>
      new Date(portal.clock.now().getTime() + shift * 24 * 3_600_000).toISOString().slice(0, 10)
    const made = async (query: string) => tokens(must(await supervisor.get(`${base}?${query}`)).body)
    expect(await made(`from=${day(-2)}&until=${day(0)}`)).toContain(unpaid)
    expect(await made(`from=${day(1)}`)).toEqual([])
    expect(await made(`until=${day(-3)}`)).toEqual([])
  })
})
