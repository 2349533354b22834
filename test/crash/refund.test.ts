import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { signInStaff } from '../e2e/support/staffSessions.ts'
import { again } from './again.ts'
import { setStage } from './stage.ts'

let stage: Awaited<ReturnType<typeof setStage>>
beforeEach(async () => {
  stage = await setStage('postgresql')
})
afterEach(() => stage.close())

/** A manager, and a payment of 7,00 of which 3,00 are to go back. */
async function aboutToGiveBack() {
  const { client, token } = await stage.customer(await stage.start())
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  const manager = new PortalClient(client.url)
  const cookies = (await signInStaff(client.url))[2] ?? {}
  for (const [name, value] of Object.entries(cookies)) manager.cookies.set(name, value)
  return { manager, token }
}

const path = (token: string) => `/api/staff/transactions/${token}`
const giveBack = (manager: PortalClient, token: string) =>
  manager.post(`${path(token)}/refund`, { value: 3, kept: 7, reason: 'Cobrança indevida' })

/** After the restart the refund ends by itself: once at the acquirer, once in the books. */
async function endsOnce(manager: PortalClient, token: string): Promise<void> {
  const back = again(manager, await stage.start())
  await stage.releaseLeases()
  const stands = async () => at(must(await back.get(`${path(token)}/edit`)).body, 'data')
  await until('given back', async () => at(await stands(), 'state') === 'partly_refunded')
  expect(await stands()).toMatchObject({ kept: { value: 4 }, refunds: [{ state: 'confirmed' }] })
  expect(await stage.simulator.ledger()).toMatchObject([{ captured: 700, voided: 300 }])
  await stage.expectInvariants()
}

describe('killed while staff give money back', () => {
  it.each(['before', 'after'] as const)('%s the acquirer acted: it goes back once', async (point) => {
    const { manager, token } = await aboutToGiveBack()
    const reached = stage.tap.pause({ method: 'PUT', point })
    const giving = giveBack(manager, token).catch(() => 'died')
    await reached
    await stage.kill()
    expect(await giving).toBe('died')
    await endsOnce(manager, token)
  })

  it('after the answer, before the commit: it goes back once', async () => {
    const { manager, token } = await aboutToGiveBack()
    const block = await stage.block('ledger')
    const giving = giveBack(manager, token).catch(() => 'died')
    await until('the commit waits', block.waiting)
    await stage.kill()
    expect(await giving).toBe('died')
    await block.free()
    await endsOnce(manager, token)
  })
})
