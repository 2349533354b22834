import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})
beforeEach(() => setReserve(portal, {}))

/** Answers the warnings. */
async function saveSettings(change: object): Promise<unknown> {
  const path = '/api/staff/settings'
  const stored = at(must(await manager.get(`${path}/edit`)).body, 'entity')
  return at(must(await manager.change('PUT', path, { ...Object(stored), ...change })).body, 'warnings')
}
const allOpen = { payCredit: true, payDebit: true, payPix: true }
const allClosed = { payCredit: false, payDebit: false, payPix: false }

describe('reserved spaces while credit cards are switched off', () => {
  it('are not offered: the page has no link, the session no value, and the call answers reserve_off', async () => {
    const { client, vehicleId } = await driver(portal)
    await saveSettings({ payCredit: false })
    expect((await portal.deps.pageSettings()).reserveEnabled).toBe(false)
    expect(await createReserve(client, vehicleId)).toMatchObject({
      status: 403,
      body: { code: 'reserve_off' },
    })
    const reserve = { value: 0, valueHuman: '0,00', valueMin: 0, valueMinHuman: '0,00' }
    expect(at((await client.get('/api/session/web')).body, 'configs')).toEqual({
      reserve,
      methods: ['debit', 'pix'],
    })
    await saveSettings(allOpen)
    expect((await portal.deps.pageSettings()).reserveEnabled).toBe(true)
    expect((await createReserve(client, vehicleId)).status).toBe(201)
  })

  it('reserved before can still be paid and cancelled', async () => {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    await saveSettings(allClosed)
    const choose = (payment_type: number) =>
      client.post(`/api/pm_transaction/${token}/changeType`, { payment_type })
    must(await choose(1))
    expect(await choose(2)).toMatchObject({ status: 422, body: { code: 'debit_on_reservation' } })
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    must(await callsOn(client, token).cancel())
    await saveSettings(allOpen)
    await expectInvariants(portal)
  })

  it('reserved before can be left, with the difference paid by another method', async () => {
    const car = await reserved(portal)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    await saveSettings({ payCredit: false })
    portal.clock.forward(53 * 60)
    must(await logIn(car.client, car.person))
    const surplus = textAt(must(await car.confirm()).body, 'data.surplus_token')
    expect(await pay(car.client, surplus, cardEndingIn(1))).toMatchObject({
      status: 422,
      body: { code: 'method_closed' },
    })
    const path = `/api/pm_transaction/${surplus}`
    must(await car.client.post(`${path}/changeType`, { payment_type: 3 }))
    const code = must(await car.client.post(`${path}/pay`, { method: 'pix' }))
    expect(at(code.body, 'data.transaction.state')).toBe('awaiting_payment')
    manager = await staffMember(portal, 2)
    await saveSettings(allOpen)
  })
})

describe('a space of a lot without a tariff', () => {
  it('is not offered and not counted as free; once there is a tariff it is', async () => {
    const lot = {
      name: 'Pátio Sul',
      time_zone: 'America/Sao_Paulo',
      total_normal: 50,
      total_pregnant: 1,
      total_disabilities: 2,
      total_elderly: 3,
      total_reserves: 4,
    }
    const id = Number(at(must(await manager.post('/api/staff/lots', lot)).body, 'data.id'))
    await portal.db
      .updateTable('device')
      .set({ lot_ids: [1, 2, 3, id] })
      .execute()
    const stats = async () => {
      const lots: unknown = at(must(await portal.client().get('/api/parking/stats')).body, 'data')
      return Array.isArray(lots) ? lots.find((one: unknown) => at(one, 'id') === id) : undefined
    }
    const { client, vehicleId } = await driver(portal)
    expect(await createReserve(client, vehicleId, id)).toMatchObject({
      status: 409,
      body: { code: 'lot_not_open', message: 'Este estacionamento não aceita reservas agora.' },
    })
    expect(await stats()).toMatchObject({ total_reserves: 4, free_reserves: 0, free_total: 56 })
    const report = { normal: 0, pregnant: 0, disabilities: 0, reserves: 0, at: portal.clock.now() }
    expect(at(must(await portal.gate().occupancy(id, report)).body, 'data.free_reserves')).toBe(0)
    const full = { ...report, reserves: 200 }
    for (const other of [1, 2]) must(await portal.gate().occupancy(other, full))
    expect(await createReserve(client, vehicleId)).toMatchObject({ status: 409, body: { code: 'sold_out' } })

    const entry = {
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
    must(await manager.post(`/api/staff/lots/${id}/tariffs`, { entry, seen_version: 0 }))
    expect(await stats()).toMatchObject({ free_reserves: 4, free_total: 60 })
    const made = must(await createReserve(client, vehicleId))
    expect(at(made.body, 'data.reserve.lot_id')).toBe(id)
  })
})
