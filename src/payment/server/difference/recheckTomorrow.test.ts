import { beforeAll, beforeEach, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  await setReserve(portal, { minCents: 0 })
})
beforeEach(async () => {
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, paid, later, keptOf, casesOf } = saleActions(() => ({ portal, manager }))

it('a hold whose release is rejected without a webhook is rechecked a day later and opens one case', async () => {
  const car = await reserved(portal)
  await portal.simulator.fault('void_denied')
  await car.cancel()
  await later(3)
  expect(at(await open(car.token), 'cases')).toEqual([])
  await later(24 * 60)
  manager = await staffMember(portal, 2)
  expect(await open(car.token)).toMatchObject({
    state: 'voided',
    cases: [{ kind: 'return_unseen', amount: { value: 50 } }],
  })
  await later(24 * 60)
  expect(await casesOf(car.token)).toHaveLength(1)
})

it('a hold that stays released is rechecked and opens no case', async () => {
  const car = await reserved(portal)
  await car.cancel()
  await later(24 * 60 + 1)
  expect(await casesOf(car.token)).toEqual([])
})

it('a sale refused in the answer but captured is found by the duplicate check', async () => {
  const { token, read } = await paid('sale_refused')
  expect(await read()).toMatchObject({ state: 'created' })
  expect(await keptOf(token)).toBe(700)
  await later(61)
  await later(1)
  const file = await open(token)
  expect(at(file, 'kept.value')).toBe((await keptOf(token)) / 100)
  expect(at(file, 'ledger.0')).toMatchObject({ kind: 'capture', amount: { value: 7 } })
})
