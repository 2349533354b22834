import { beforeAll, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
beforeAll(async () => {
  await setReserve(portal, {})
})

it('staff release a hold during its capture: the capture is refunded in full, and the stay is due', async () => {
  const car = await reserved(portal, 1)
  const gate = portal.gate()
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(120)
  await portal.simulator.fault('drop_after_commit')
  await portal.simulator.fault('query_405', 3)
  expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: false })
  await portal.simulator.clearFaults()
  const manager = await staffMember(portal, 2)
  const decided = { decision: 'give_back', reason: 'O motorista paga no caixa' }
  const answer = await manager.post(`/api/staff/transactions/${car.token}/attempts/1`, decided)
  expect(at(must(answer).body, 'data')).toMatchObject({ state: 'voided', kept: { value: 0 } })
  const sales = await portal.simulator.ledger()
  expect(sales.filter(({ order_id }) => order_id.startsWith(car.token))).toMatchObject([
    { captured: 600, voided: 600 },
  ])
  const leave = async () => (await gate.exit({ lot_id: 1, gate: 'S1', code: car.code })).body
  expect(await leave()).toMatchObject({ open: false, reason: 'due', due: 6 })
  const paid_at = portal.clock.now().toISOString()
  must(await gate.payment({ code: car.code, amount: 6, paid_at, method: 'cash' }))
  expect(await leave()).toMatchObject({ open: true, reason: 'paid' })
})
