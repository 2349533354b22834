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

/** A payment of 7,00 of which 3,00 are to go back. */
async function aboutToGiveBack(): Promise<string> {
  const { client, token } = await stage.customer(await stage.browser())
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return token
}

const giveBack = (token: string) =>
  manager
    .post(`${path(token)}/refund`, { value: 3, kept: 7, reason: 'Cobrança indevida' })
    .catch(() => 'died')

/** After the restart the refund ends by itself: once at the acquirer, once in the books. */
async function expectEndsOnce(token: string): Promise<void> {
  await stage.outlive()
  manager = again(manager, await stage.start())
  const stands = async () => at(must(await manager.get(`${path(token)}/edit`)).body, 'data')
  await until('given back', async () => at(await stands(), 'state') === 'partly_refunded')
  expect(await stands()).toMatchObject({ kept: { value: 4 }, refunds: [{ state: 'confirmed' }] })
  expect(await stage.salesOf(token)).toMatchObject([{ captured: 700, voided: 300 }])
}

describe('killed while staff give money back', () => {
  it.each(['before', 'after'] as const)('%s the acquirer acted: it goes back once', async (point) => {
    const token = await aboutToGiveBack()
    const reached = stage.tap.pause({ method: 'PUT', point })
    const giving = giveBack(token)
    await reached
    await stage.kill()
    expect(await giving).toBe('died')
    expect(await stage.salesOf(token)).toMatchObject([{ voided: point === 'before' ? 0 : 300 }])
    await expectEndsOnce(token)
  })

  it('after the answer, before the commit: it goes back once', async () => {
    const token = await aboutToGiveBack()
    const block = await stage.block('ledger')
    const giving = giveBack(token)
    await until('the commit waits', block.waiting)
    await stage.kill()
    expect(await giving).toBe('died')
    await block.free()
    await expectEndsOnce(token)
    await stage.expectInvariants()
  })
})
