import { beforeAll, beforeEach, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved, setReserve, passMinutes } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { staffMember } from '#test/support/staff.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
beforeAll(async () => {
  await setReserve(portal, {})
})
beforeEach(() => portal.simulator.clearFaults())

/** A reserved car that owes R$ 6,00, whose capture failed. */
async function putOff(fault: string) {
  const car = await reserved(portal, 1)
  const gate = portal.gate()
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(120)
  await portal.simulator.fault(fault)
  expect(at(must(await car.confirm()).body, 'data.ok')).toBe(false)
  return {
    ...car,
    pay: async (amount: number) => {
      const paid_at = portal.clock.now().toISOString()
      must(await gate.payment({ code: car.code, amount, paid_at, method: 'cash' }))
    },
    leave: async () => (await gate.exit({ lot_id: 1, gate: 'S1', code: car.code })).body,
    sale: async () =>
      (await portal.simulator.ledger()).find(({ order_id }) => order_id.startsWith(car.token)),
    later: async (minutes: number) => {
      await passMinutes(portal, minutes)
    },
  }
}

it.each(['capture_308', 'drop_before_commit'])(
  '%s, then the stay is paid at a machine: nothing of the hold is captured, and it is released',
  async (fault) => {
    const car = await putOff(fault)
    await car.pay(6)
    await car.later(2)
    expect(await car.sale()).toMatchObject({ captured: 0, voided: 5000 })
    expect(at(must(await car.read()).body, 'data')).toMatchObject({ state: 'voided' })
    expect(await car.leave()).toMatchObject({ open: true, reason: 'paid' })
    await car.later(1)
    expect(await car.sale()).toMatchObject({ captured: 0, voided: 5000 })
    await expectInvariants(portal)
  },
)

it.each([
  ['on its way', 'late_untold', { captured: 0, voided: 5000 }],
  ['done', 'drop_after_commit', { captured: 600, voided: 600 }],
] as const)(
  'an unanswered capture that is %s, then the stay is paid at a machine: nothing is kept',
  async (_how, fault, left) => {
    await portal.simulator.fault('query_405', 3)
    const car = await putOff(fault)
    await portal.simulator.clearFaults()
    await car.pay(6)
    await car.later(2)
    await car.later(2)
    expect(await car.sale()).toMatchObject(left)
    expect(await car.leave()).toMatchObject({ open: true, reason: 'paid' })
    await expectInvariants(portal)
  },
)

it('an unanswered capture that was done, then the stay is paid at a machine: its void is retried until the acquirer accepts it', async () => {
  await portal.simulator.fault('query_405', 3)
  const car = await putOff('drop_after_commit')
  await portal.simulator.clearFaults()
  await car.pay(6)
  await portal.simulator.fault('void_55', 2)
  await car.later(2)
  expect(await car.sale()).toMatchObject({ captured: 600, voided: 0 })
  expect(at(must(await car.read()).body, 'data')).toMatchObject({ state: 'refunding' })
  expect(await car.leave()).toMatchObject({ open: true, reason: 'paid' })
  await car.later(7 * 60)
  expect(await car.sale()).toMatchObject({ captured: 600, voided: 600 })
  expect(at(must(await car.read()).body, 'data')).toMatchObject({ state: 'refunded' })
  await expectInvariants(portal)
})

it('an unanswered capture, paid at a machine, and retried by staff or driver: nothing is captured', async () => {
  for (const again of ['staff', 'driver']) {
    await portal.simulator.clearFaults()
    const car = await putOff('drop_before_commit')
    await car.pay(6)
    portal.clock.forward(2)
    const manager = await staffMember(portal, 2)
    const path = `/api/staff/transactions/${car.token}/attempts/1`
    const decided = { decision: 'again', reason: 'O motorista pagou no caixa' }
    must(again === 'staff' ? await manager.post(path, decided) : await car.confirm())
    expect(await car.sale()).toMatchObject({ captured: 0, voided: 5000 })
    expect(await car.leave()).toMatchObject({ open: true })
  }
  await expectInvariants(portal)
})

it('a failed capture, then a part is paid at a machine: the hold is released, and the rest is due', async () => {
  const car = await putOff('capture_308')
  await car.pay(2)
  await car.later(2)
  expect(await car.sale()).toMatchObject({ captured: 0, voided: 5000 })
  expect(await car.leave()).toMatchObject({ open: false })
  await car.pay(4)
  expect(await car.leave()).toMatchObject({ open: true, reason: 'paid' })
  await expectInvariants(portal)
})

it('a failed capture retried after the stay was paid at a machine: nothing is captured', async () => {
  const car = await putOff('capture_308')
  await car.pay(6)
  expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
  expect(await car.sale()).toMatchObject({ captured: 0, voided: 5000 })
  expect(await car.leave()).toMatchObject({ open: true })
})

it('a failed capture retried after a part was paid at a machine: the rest is captured', async () => {
  const car = await putOff('capture_308')
  await car.pay(2)
  expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
  expect(await car.sale()).toMatchObject({ captured: 400 })
  expect(await car.leave()).toMatchObject({ open: true })
})

it('a failed capture of a stay that is not paid elsewhere: captured once', async () => {
  const car = await putOff('capture_308')
  await car.later(2)
  expect(await car.sale()).toMatchObject({ captured: 600 })
  expect(at(must(await car.read()).body, 'data')).toMatchObject({ state: 'captured', value: 6 })
  expect(await car.leave()).toMatchObject({ open: true })
})
