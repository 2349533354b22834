import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PortalClient } from '#test/support/client.ts'
import { cardEndingIn } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { soldAt } from '#test/support/books/soldAt.ts'
import { staffMember } from '#test/support/staff.ts'

let portal: TestPortal
let manager: PortalClient
beforeAll(async () => {
  portal = await startPortal({ acquirerTimeoutMs: 1_200 })
  manager = await staffMember(portal, 2)
})
beforeEach(() => portal.simulator.clearFaults())
afterAll(async () => {
  await expectInvariants(portal)
  await portal.close()
})

const { keptOf, open, paid, salesOf, told, later } = soldAt(() => ({ portal, manager }))

/** The acquirer has carried out the same sale once more, by itself or because somebody between us said it again. */
async function again(token: string, Capture = true): Promise<string> {
  const [{ order_id: MerchantOrderId, amount: Amount } = { order_id: '', amount: 0 }] = await salesOf(token)
  const CreditCard = {
    CardNumber: cardEndingIn(1),
    Holder: 'ANA SOUZA',
    ExpirationDate: '12/2030',
    SecurityCode: '123',
    Brand: 'Visa',
  }
  const Payment = { Type: 'CreditCard', Amount, Installments: 1, Capture, CreditCard }
  const answer = await fetch(`${portal.simulator.url}/1/sales/`, {
    method: 'POST',
    headers: { ...simulatorMerchant, 'content-type': 'application/json' },
    body: JSON.stringify({ MerchantOrderId, Customer: { Name: 'Ana Souza' }, Payment }),
  })
  expect(answer.status).toBe(201)
  return (await salesOf(token)).at(-1)?.payment_id ?? ''
}

describe('a sale that the acquirer has made twice under one order key', () => {
  it.each([true, false])(
    'captured %s: the second goes back by itself, once; the first stays paid',
    async (capture) => {
      const { token, read } = await paid()
      await again(token, capture)
      await told(token, 1)
      await told(token, 1)
      expect(await keptOf(token)).toBe(700)
      expect((await salesOf(token)).at(-1)).toMatchObject({ authorised: 700, voided: 700 })
      expect(await read()).toMatchObject({ state: 'captured' })
      expect(await open(token)).toMatchObject({ kept: { value: 7 }, attempts: [{ n: 1 }, { n: 2 }] })
      await later(12)
      expect(await keptOf(token)).toBe(700)
    },
  )

  it('found under the order key, whose answer was lost: one is kept', async () => {
    const { token, read } = await paid('drop_after_commit')
    expect(await read()).toMatchObject({ state: 'unknown' })
    await again(token)
    expect(await keptOf(token)).toBe(1400)
    await later(2)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await keptOf(token)).toBe(700)
  })

  it('undone by the acquirer itself: the first stays paid', async () => {
    const { token, read } = await paid()
    const second = await again(token)
    const site = `${portal.simulator.url}/1/sales/${second}/void`
    expect((await fetch(site, { method: 'PUT', headers: simulatorMerchant })).status).toBe(200)
    await told(token, 1)
    await later(12)
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await open(token)).toMatchObject({ kept: { value: 7 }, refunds: [], cases: [] })
    expect(await keptOf(token)).toBe(700)
  })
})
