import { beforeAll, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import {
  callsOn,
  createReserve,
  driver,
  reserved,
  setReserve,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await setReserve(portal, {})
})

const inFlight = { status: 409, body: { code: 'payment_in_flight' } }

describe('while the outcome of a payment is unknown', () => {
  it('of the hold: the reservation cannot be cancelled', async () => {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    await portal.simulator.fault('hang')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    expect(await callsOn(client, token).cancel()).toMatchObject(inFlight)
    await portal.simulator.clearFaults()
  })

  it('of the rest of a stay that a machine partly paid: the hold is not captured for it', async () => {
    const car = await reserved(portal, 1)
    const gate = portal.gate()
    must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(130)
    const paid_at = portal.clock.now().toISOString()
    must(await gate.payment({ code: car.code, amount: 7, paid_at, method: 'cash' }))
    portal.clock.forward(120)
    const other = portal.client()
    const token = await openTransaction(other, car.code)
    await portal.simulator.fault('drop_before_commit')
    expect(at(must(await pay(other, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    expect(await car.confirm()).toMatchObject(inFlight)
    const sales = await portal.simulator.ledger()
    expect(sales.filter(({ order_id }) => order_id.startsWith(car.token))).toMatchObject([{ captured: 0 }])
  })
  it('of the hold’s capture, for a day: it is in review, and no other amount is requested', async () => {
    const car = await reserved(portal, 1)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(120)
    await portal.simulator.fault('drop_before_commit', 1_000)
    must(await car.confirm())
    for (let hour = 0; hour < 30; hour += 1) {
      await passMinutes(portal, 60)
    }
    must(await logIn(car.client, car.person))
    const { body } = must(await car.confirm())
    expect(at(body, 'data')).toMatchObject({ ok: false, surplus_token: null, needs_reload: false })
    expect(at(body, 'data.transaction')).toMatchObject({ state: 'review' })
    expect(at(body, 'data.reason')).toContain(`Protocolo ${textAt(body, 'data.transaction.protocol')}`)
    await portal.simulator.clearFaults()
  })
})
