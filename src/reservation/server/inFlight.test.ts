import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { callsOn, createReserve, driver, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await setReserve(portal, {})
})
afterAll(() => portal.close())

const inFlight = { status: 409, body: { code: 'payment_in_flight' } }

describe('while the bank owes an answer', () => {
  it('about the hold: the reservation is not cancelled', async () => {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    await portal.simulator.fault('hang')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.needs_reload')).toBe(true)
    expect(await callsOn(client, token).cancel()).toMatchObject(inFlight)
    await portal.simulator.clearFaults()
  })

  it('about the same stay, paid another way: the hold is not used, and is once nobody pays', async () => {
    const car = await reserved(portal, 1)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
    portal.clock.forward(130)
    const other = portal.client()
    const token = await openTransaction(other, car.code, 2)
    const asked = must(await pay(other, token, cardEndingIn(1)))
    expect(at(asked.body, 'data.transaction.state')).toBe('awaiting_cardholder')
    expect(await car.confirm()).toMatchObject(inFlight)
    must(await other.post(`/api/pm_transaction/${token}/cancelPayment`))
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    await expectInvariants(portal)
  })
})
