// @module-tag deep
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Environment, startEnvironment } from '../failover/environment.ts'
import { failOver, settled } from '../failover/failOver.ts'

/** The short run of `npm run failover`: one instance, and its primary does not return. */
let environment: Environment
beforeAll(async () => {
  const env = { ACQUIRER_TIMEOUT_MS: '5000' }
  environment = await startEnvironment({ instances: 1, nginx: false, env })
})
afterAll(() => environment.close())

it('the primary crashes and the standby is promoted: no unexpected error, no lost data', async () => {
  const report = await failOver(environment, 'promote', { drivers: 2, quietMs: 300 })
  expect(report).toMatchObject({ ended: 0, givenUp: 0, unexpected: [] })
  expect(report.paid).toBeGreaterThan(1)
  expect(report.byStatus.get(503)).toBeGreaterThan(0)
  await settled(environment, 90)
  await environment.compareLedgers()
})
