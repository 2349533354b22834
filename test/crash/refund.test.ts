import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { until } from '#test/support/process.ts'
import { signInStaff } from '../e2e/support/staffSessions.ts'

let instance: Instance
let manager: PortalClient
beforeAll(async () => {
  instance = await prepareInstance('postgresql')
  manager = await instance.browser()
  const cookies = (await signInStaff(manager.url))[2] ?? {}
  for (const [name, value] of Object.entries(cookies)) manager.cookies.set(name, value)
})
afterAll(() => instance.close())

const path = (token: string) => `/api/staff/transactions/${token}`

/** A payment of 7,00. */
async function paid(): Promise<string> {
  const { client, token } = await instance.customer(await instance.browser())
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return token
}

const refund = (token: string, value: number) =>
  manager
    .post(`${path(token)}/refund`, { value, kept: 7, reason: 'Cobrança indevida' })
    .catch(() => 'no answer')
const detail = async (token: string) => at(must(await manager.get(`${path(token)}/edit`)).body, 'data')

async function restart(): Promise<void> {
  await instance.expireLeases()
  manager = manager.movedTo((await instance.start()).url)
}

/** After the restart the refund is settled by itself: once at the acquirer, once in our ledger. */
async function expectRefundedOnce(token: string, value: number): Promise<void> {
  await restart()
  const state = value === 7 ? 'refunded' : 'partly_refunded'
  await until('refunded', async () => at(await detail(token), 'state') === state)
  expect(await detail(token)).toMatchObject({ kept: { value: 7 - value }, refunds: [{ state: 'confirmed' }] })
  expect(await instance.salesOf(token)).toMatchObject([{ captured: 700, voided: value * 100 }])
}

/** Kills the portal at a point of the call that refunds so much. */
async function killedAt(point: 'before' | 'after', value: number): Promise<string> {
  const token = await paid()
  const reached = instance.proxy.pause({ method: 'PUT', point })
  const refunding = refund(token, value)
  await reached
  await instance.kill()
  expect(await refunding).toBe('no answer')
  expect(await instance.salesOf(token)).toMatchObject([{ voided: point === 'before' ? 0 : value * 100 }])
  return token
}

describe('process killed during a refund', () => {
  it('after the acquirer acted, R$ 3,00: refunded once', async () => {
    await expectRefundedOnce(await killedAt('after', 3), 3)
  })

  it('before the request reached the acquirer, R$ 7,00: refunded once', { tags: 'deep' }, async () => {
    await expectRefundedOnce(await killedAt('before', 7), 7)
  })

  it(
    'before a partial refund reached the acquirer: the outcome is uncertain, and staff decide ‘not arrived’',
    { tags: 'deep' },
    async () => {
      const token = await killedAt('before', 3)
      await restart()
      await until('a case', async () => at(await detail(token), 'can.decide_refund') === true)
      const decision = { decision: 'not_arrived', reason: 'Conferido no site da adquirente' }
      must(await manager.post(`${path(token)}/decide`, decision))
      expect(await detail(token)).toMatchObject({ state: 'captured', kept: { value: 7 }, cases: [] })
      expect(await instance.salesOf(token)).toMatchObject([{ captured: 700, voided: 0 }])
    },
  )

  it('after the acquirer’s answer, before the commit: refunded once', async () => {
    const token = await paid()
    const block = await instance.lockTable('ledger')
    const refunding = refund(token, 3)
    await until('the commit waits', block.waiting)
    await instance.kill()
    expect(await refunding).toBe('no answer')
    await block.release()
    await expectRefundedOnce(token, 3)
    await instance.compareLedgers()
  })
})
