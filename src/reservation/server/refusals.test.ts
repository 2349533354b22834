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
  setReserve,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer, logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})
beforeEach(() => setReserve(portal, {}))

const enter = (body: object) => gate.entry({ lot_id: 1, gate: 'E1', ...body })
async function freeReserves(lot = 1): Promise<number> {
  const lots: unknown = at((await portal.client().get('/api/parking/stats')).body, 'data')
  if (!Array.isArray(lots)) throw new Error('no lots')
  return Number(
    at(
      lots.find((one) => at(one, 'id') === lot),
      'free_reserves',
    ),
  )
}

describe('createReserve', () => {
  it('reserves a space for 15 minutes and names the price before the payment', async () => {
    const { client, vehicleId, plate } = await driver(portal)
    const before = await freeReserves()
    const created = await createReserve(client, vehicleId)
    expect(created).toMatchObject({
      status: 201,
      body: {
        ticket_code: expect.stringMatching(/^\d{13}$/),
        data: {
          destination: 2,
          payment_type: 1,
          value: 50,
          vehicle_name: 'Carro',
          vehicle_license_plate: plate,
          reserve: {
            state: 'held',
            lot: 'Garagem Centro',
            hold: { valueHuman: '50,00' },
            retained: { valueHuman: '15,00' },
            can_cancel: true,
            has_qrcode: false,
          },
        },
      },
    })
    expect(await freeReserves()).toBe(before - 1)
    expect((await createReserve(client, vehicleId)).body).toMatchObject({
      ws_token: at(created.body, 'ws_token'),
    })
    portal.clock.forward(16)
    expect(await freeReserves()).toBe(before)
    const token = textAt(created.body, 'ws_token')
    expect(at((await callsOn(client, token).read()).body, 'data.reserve.state')).toBe('released')
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject({
      status: 409,
      body: { code: 'reservation_released' },
    })
    const again = must(await createReserve(client, vehicleId))
    expect(at(again.body, 'ws_token')).not.toBe(token)
    expect(at((await callsOn(client, token).read()).body, 'data.state')).toBe('expired')
    await expectInvariants(portal)
  })

  it('requested twice at once for one car: one space, one answer', async () => {
    const { client, vehicleId } = await driver(portal)
    const before = await freeReserves()
    const both = await Promise.all([createReserve(client, vehicleId), createReserve(client, vehicleId)])
    expect(at(both[0].body, 'ws_token')).toBe(at(both[1].body, 'ws_token'))
    expect(await freeReserves()).toBe(before - 1)
  })

  it('a car with a reservation gets no second one, from any account', async () => {
    const first = await reserved(portal)
    expect(await createReserve(first.client, first.vehicleId)).toMatchObject({
      status: 409,
      body: { code: 'already_reserved' },
    })
    const other = await driver(portal, first.plate)
    expect((await createReserve(other.client, other.vehicleId)).status).toBe(409)
  })

  it('another person’s or an unknown vehicle is 404; a malformed body is 422; a guest is 401', async () => {
    const one = await driver(portal)
    const { client } = await customer(portal)
    expect((await createReserve(client, one.vehicleId)).status).toBe(404)
    expect((await createReserve(client, 999_999)).status).toBe(404)
    expect((await client.post('/api/pm_transaction/createReserve', {})).status).toBe(422)
    expect((await createReserve(portal.client(), one.vehicleId)).status).toBe(401)
    expect((await portal.client().get('/api/pm_transaction/reserves')).status).toBe(401)
  })

  it('a lot without reserved spaces left is sold out; without a lot the next one is taken', async () => {
    const { client, vehicleId } = await driver(portal)
    const full = { normal: 1, pregnant: 0, disabilities: 0, reserves: 20, at: portal.clock.now() }
    must(await gate.occupancy(1, full))
    expect(await createReserve(client, vehicleId, 1)).toMatchObject({
      status: 409,
      body: { code: 'sold_out' },
    })
    expect((await createReserve(client, vehicleId, 3)).status).toBe(409)
    expect(at(must(await createReserve(client, vehicleId)).body, 'data.reserve.lot_id')).toBe(2)
    must(await gate.occupancy(1, { ...full, reserves: 2 }))
  })
})

describe('contradictory reserve settings', () => {
  it('a value of 0 cannot be held: as if switched off, and logged', async () => {
    await setReserve(portal, { valueCents: 0 })
    const { client, vehicleId } = await driver(portal)
    expect((await createReserve(client, vehicleId)).status).toBe(403)
  })
})

describe('a reservation', () => {
  it('is credit only, no debit nor Pix, and a refused card leaves the space waiting', async () => {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    for (const payment_type of [2, 3])
      expect(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type })).toMatchObject({
        status: 422,
        body: { code: 'debit_on_reservation' },
      })
    expect(await client.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' })).toMatchObject({
      status: 422,
    })
    expect(at(must(await pay(client, token, cardEndingIn(2))).body, 'data')).toMatchObject({
      ok: false,
      transaction: { state: 'created', reserve: { state: 'held' } },
    })
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data')).toMatchObject({
      ok: true,
      transaction: { state: 'authorised', reserve: { state: 'preauthorised', has_qrcode: true } },
    })
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect(await client.post(`/api/pm_transaction/${token}/cancelPayment`)).toMatchObject({
      status: 409,
      body: { message: 'Esta vaga já está reservada. Para desistir, cancele a reserva no menu.' },
    })
  })

  it('is its owner’s: no one else reads, cancels, confirms or draws it', async () => {
    const car = await reserved(portal)
    const { client } = await customer(portal)
    const calls = callsOn(client, car.token)
    for (const call of [calls.cancel, calls.confirm, calls.value, calls.qrcode]) {
      expect((await call()).status).toBe(404)
    }
    expect(at((await calls.read()).body, 'data')).toMatchObject({ reserve: null, vehicle_name: null })
    must(await car.cancel())
  })

  it('is listed, active ones first', async () => {
    const car = await reserved(portal)
    must(await car.cancel())
    const second = must(await createReserve(car.client, await addVehicle(car.client, freshPlate())))
    const third = must(await createReserve(car.client, car.vehicleId))
    must(await callsOn(car.client, textAt(third.body, 'ws_token')).cancel())
    const list: unknown = at((await car.client.get('/api/pm_transaction/reserves')).body, 'data')
    expect(list).toMatchObject([
      { ws_token: at(second.body, 'ws_token'), reserve: { state: 'held' } },
      { ws_token: at(third.body, 'ws_token'), state: 'cancelled', reserve: { state: 'cancelled' } },
      { ws_token: car.token, reserve: { state: 'cancelled' } },
    ])
  })

  it('cancelled at the card screen frees its space at once', async () => {
    const before = await freeReserves()
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    expect(await freeReserves()).toBe(before)
    must(await createReserve(client, vehicleId))
  })

  it('cannot be confirmed before the entrance, nor cancelled after it', async () => {
    const car = await reserved(portal)
    expect(await car.confirm()).toMatchObject({ status: 409, body: { code: 'not_entered' } })
    expect(at(must(await car.value()).body, 'data')).toMatchObject({ value: 0, state: 'preauthorised' })
    must(await enter({ plate: car.plate }))
    expect(await car.cancel()).toMatchObject({ status: 409, body: { code: 'already_entered' } })
    expect(
      await car.client.post('/api/tk_ticket/read', { code: car.code, confirmReserve: true }),
    ).toMatchObject({ status: 200, body: { data: { ticket: { code: car.code } } } })
    const stranger = await customer(portal)
    expect(
      await stranger.client.post('/api/tk_ticket/read', { code: car.code, confirmReserve: true }),
    ).toMatchObject({ status: 409, body: { code: 'no_reservation' } })
    const vehicle = `/api/gl_person_vehicle/${car.vehicleId}`
    expect(await car.client.send('DELETE', vehicle, {})).toMatchObject({
      status: 409,
      body: { code: 'vehicle_reserved' },
    })
  })

  it('a hold that comes when the space is taken is released', async () => {
    const { client, vehicleId, person } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    await portal.simulator.fault('hang')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    // Soon: from the next minute on the portal queries the hold by itself.
    must(
      await gate.occupancy(1, {
        normal: 1,
        pregnant: 0,
        disabilities: 0,
        reserves: 20,
        at: portal.clock.now(),
      }),
    )
    await portal.simulator.clearFaults()
    portal.clock.forward(60)
    must(await logIn(client, person))
    for (let turn = 0; turn < 3; turn += 1) {
      await passMinutes(portal, 40)
    }
    expect(['created', 'expired', 'voided']).toContain(
      at((await callsOn(client, token).read()).body, 'data.state'),
    )
    const mine = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
    for (const sale of mine) expect(sale.voided).toBe(sale.authorised)
    must(
      await gate.occupancy(1, {
        normal: 1,
        pregnant: 0,
        disabilities: 0,
        reserves: 2,
        at: portal.clock.now(),
      }),
    )
    await expectInvariants(portal)
  })
})

describe('the entrance', () => {
  it('accepts the plate in any notation, the QR code, and the code typed by staff', async () => {
    const [byPlate, byCode] = [await reserved(portal), await reserved(portal)]
    const written = `${byPlate.plate.slice(0, 3).toLowerCase()}-${byPlate.plate.slice(3)}`
    expect((await enter({ plate: written })).body).toMatchObject({ code: byPlate.code, reservation: {} })
    expect((await enter({ code: byCode.code })).body).toMatchObject({ code: byCode.code, reservation: {} })
    expect(await enter({ code: byCode.code })).toMatchObject({ status: 409, body: { code: 'ticket_exists' } })
  })

  it('a car with a reservation in another lot, or an unpaid one, gets an ordinary ticket', async () => {
    const car = await reserved(portal, 2)
    expect((await enter({ plate: car.plate })).body).not.toHaveProperty('reservation')
    expect(await enter({ code: car.code })).toMatchObject({ status: 409, body: { code: 'ticket_exists' } })
    const unpaid = await driver(portal)
    must(await createReserve(unpaid.client, unpaid.vehicleId))
    expect((await enter({ plate: unpaid.plate })).body).not.toHaveProperty('reservation')
  })

  it('a car after its latest arrival gets an ordinary ticket, swept or not', async () => {
    const car = await reserved(portal)
    portal.clock.forward(12 * 60 + 1)
    expect((await enter({ plate: car.plate })).body).not.toHaveProperty('reservation')
    expect(await enter({ code: car.code })).toMatchObject({ status: 409, body: { code: 'ticket_exists' } })
    await passMinutes(portal, 60)
    const ended = await portal.db
      .selectFrom('reservation')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select(['reservation.state', 'payment.state as payment', 'payment.amount_cents'])
      .where('payment.token', '=', car.token)
      .execute()
    expect(ended).toEqual([{ state: 'no_show', payment: 'captured', amount_cents: 1500 }])
  })

  it('counts a reserved space once, from the reservation to the exit', async () => {
    portal.clock.forward(60)
    const before = await freeReserves()
    const car = await reserved(portal)
    expect(await freeReserves()).toBe(before - 1)
    must(await enter({ plate: car.plate }))
    expect(await freeReserves()).toBe(before - 1)
    portal.clock.forward(130)
    must(await car.confirm())
    expect(await freeReserves()).toBe(before - 1)
    expect((await gate.exit({ lot_id: 1, gate: 'S1', plate: car.plate })).body).toMatchObject({ open: true })
    expect(await freeReserves()).toBe(before)
  })
})
