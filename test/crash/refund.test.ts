import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { signInStaff } from '../e2e/support/staffSessions.ts'
import { again } from './again.ts'
import { setStage, type Stage } from './stage.ts'

let stage: Stage
let manager: PortalClient
beforeAll(async () => {
  stage = await setStage('postgresql')
  manager = await stage.browser()
  const cookies = (await signInStaff(manager.url))[2] ?? {}
  for (const [name, value] of Object.entries(cookies)) manager.cookies.set(name, value)
})
afterAll(() => stage.close())

const path = (token: string) => `/api/staff/transactions/${token}`

/** A payment of 7,00. */
async function paid(): Promise<string> {
  const { client, token } = await stage.customer(await stage.browser())
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return token
}

const giveBack = (token: string, value: number) =>
  manager.post(`${path(token)}/refund`, { value, kept: 7, reason: 'Cobrança indevida' }).catch(() => 'died')
const stands = async (token: string) => at(must(await manager.get(`${path(token)}/edit`)).body, 'data')

async function startAgain(): Promise<void> {
  await stage.outlive()
  manager = again(manager, await stage.start())
}

/** After the restart the refund ends by itself: once at the acquirer, once in the books. */
async function expectEndsOnce(token: string, value: number): Promise<void> {
  await startAgain()
  const state = value === 7 ? 'refunded' : 'partly_refunded'
  await until('given back', async () => at(await stands(token), 'state') === state)
  expect(await stands(token)).toMatchObject({ kept: { value: 7 - value }, refunds: [{ state: 'confirmed' }] })
  expect(await stage.salesOf(token)).toMatchObject([{ captured: 700, voided: value * 100 }])
}

/** Killed at a point of the call, while so much goes back. */
async function killedAt(point: 'before' | 'after', value: number): Promise<string> {
  const token = await paid()
  const reached = stage.tap.pause({ method: 'PUT', point })
  const giving = giveBack(token, value)
  await reached
  await stage.kill()
  expect(await giving).toBe('died')
  expect(await stage.salesOf(token)).toMatchObject([{ voided: point === 'before' ? 0 : value * 100 }])
  return token
}

describe('process killed during a refund', () => {
  it('after the acquirer acted, R$ 3,00: refunded once', async () => {
    await expectEndsOnce(await killedAt('after', 3), 3)
  })

  it('before the request reached the acquirer, R$ 7,00: refunded once', { tags: 'deep' }, async () => {
    await expectEndsOnce(await killedAt('before', 7), 7)
  })

  it(
    'before a partial refund reached the acquirer: the outcome is uncertain, and staff decide ‘not arrived’',
    { tags: 'deep' },
    async () => {
      const token = await killedAt('before', 3)
      await startAgain()
      await until('a case', async () => at(await stands(token), 'can.decide_refund') === true)
      const said = { decision: 'not_arrived', reason: 'Conferido no site da adquirente' }
      must(await manager.post(`${path(token)}/decide`, said))
      expect(await stands(token)).toMatchObject({ state: 'captured', kept: { value: 7 }, cases: [] })
      expect(await stage.salesOf(token)).toMatchObject([{ captured: 700, voided: 0 }])
    },
  )

  it('after the acquirer’s answer, before the commit: refunded once', async () => {
    const token = await paid()
    const block = await stage.block('ledger')
    const giving = giveBack(token, 3)
    await until('the commit waits', block.waiting)
    await stage.kill()
    expect(await giving).toBe('died')
    await block.free()
    await expectEndsOnce(token, 3)
    await stage.expectInvariants()
  })
})
