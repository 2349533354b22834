import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import {
  addVehicle,
  callsOn,
  createReserve,
  driver,
  freshPlate,
  reserved,
  type Reserved,
  setReserve,
} from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})
beforeEach(() => setReserve(portal, {}))

const switchOff = () => setReserve(portal, { enabled: false })
const enter = (car: Reserved) => gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate })
const leave = (car: Reserved) => gate.exit({ lot_id: 1, gate: 'S1', code: car.code })

describe('reservations switched off', () => {
  it('none is created, and the session shows no value', async () => {
    const { client, vehicleId } = await driver(portal)
    const car = await reserved(portal)
    const second = await addVehicle(car.client, freshPlate())
    await switchOff()
    for (const refused of [
      await createReserve(client, vehicleId),
      await createReserve(car.client, car.vehicleId),
      await createReserve(car.client, second),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'reserve_off' } })
    const configs = { reserve: { value: 0, valueHuman: '0,00', valueMin: 0, valueMinHuman: '0,00' } }
    expect((await client.get('/api/session/web')).body).toMatchObject({ configs })
    await setReserve(portal, {})
    expect(at((await client.get('/api/session/web')).body, 'configs.reserve')).toEqual({
      value: 50,
      valueHuman: '50,00',
      valueMin: 15,
      valueMinHuman: '15,00',
    })
    expect((await createReserve(client, vehicleId)).status).toBe(201)
  })

  it('an existing one keeps its place in the list, its code, and its cancellation', async () => {
    const car = await reserved(portal)
    await switchOff()
    const list = must(await car.client.get('/api/pm_transaction/reserves'))
    expect(list.body).toMatchObject({
      data: [
        { ws_token: car.token, reserve: { state: 'preauthorised', has_qrcode: true, can_cancel: true } },
      ],
    })
    const code = await car.qrcode()
    expect({ status: code.status, type: code.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    })
    expect(at(must(await car.cancel()).body, 'data')).toMatchObject({
      value: 15,
      reserve: { state: 'cancelled' },
    })
    await expectInvariants(portal)
  })

  it('an unpaid one can still be paid', async () => {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    await switchOff()
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    must(await callsOn(client, token).cancel())
    await expectInvariants(portal)
  })

  it('a reserved car enters, reads its price, authorises its exit and leaves', async () => {
    const car = await reserved(portal)
    await switchOff()
    expect(must(await enter(car)).body).toMatchObject({ open: true, reservation: { plate: car.plate } })
    portal.clock.forward(120)
    expect((await leave(car)).body).toMatchObject({ open: false, reason: 'not_authorised' })
    expect(at(must(await car.value()).body, 'data')).toMatchObject({ value: 6, due: { value: 0 } })
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({
      ok: true,
      transaction: { state: 'captured', value: 6, reserve: { state: 'exit_confirmed' } },
    })
    expect((await leave(car)).body).toMatchObject({ open: true, reason: 'paid' })
    await expectInvariants(portal)
  })

  it('the excess over the hold is paid as before, and the gate opens', async () => {
    const car = await reserved(portal)
    must(await enter(car))
    await switchOff()
    portal.clock.forward(53 * 60)
    must(await logIn(car.client, car.person))
    const confirmed = must(await car.confirm())
    expect(at(confirmed.body, 'data')).toMatchObject({ ok: false, surplus: { value: 7 } })
    const surplus = textAt(confirmed.body, 'data.surplus_token')
    expect(at(must(await pay(car.client, surplus, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect((await leave(car)).body).toMatchObject({ open: true })
    await expectInvariants(portal)
  })
})
