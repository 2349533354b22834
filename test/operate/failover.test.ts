// @module-tag deep
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failOver, settled } from '../failover/failOver.ts'
import { type House, openHouse } from '../failover/house.ts'

/** The short run of `npm run failover`: one instance, and its database crashes for good. */
let house: House
beforeAll(async () => {
  const env = { ACQUIRER_TIMEOUT_MS: '5000' }
  house = await openHouse({ instances: 1, nginx: false, env })
})
afterAll(() => house.close())

it('the primary crashes and the standby is promoted: no unexpected error, no lost data', async () => {
  const told = await failOver(house, 'promote', { buyers: 2, calmMs: 300 })
  expect(told).toMatchObject({ ended: 0, left: 0, unforeseen: [] })
  expect(told.paid).toBeGreaterThan(1)
  expect(told.byStatus.get(503)).toBeGreaterThan(0)
  await settled(house, 90)
  await house.compareBooks()
})
