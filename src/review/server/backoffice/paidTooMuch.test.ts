import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'

const second = secondAcquirer()
const portal = portalOfFile({
  books: second,
  acquirers: () => ({ all: { second: second.acquirer }, defaultName: 'second' }),
})
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/transactions'
const reason = 'Conferido no extrato'
const open = async (token: string) => at(must(await manager.get(`${base}/${token}/edit`)).body, 'data')
const decide = async (token: string, decision: string, n = 1) => {
  const value = at(await open(token), 'cases.0.amount.value')
  return manager.post(`${base}/${token}/attempts/${n}`, { decision, reason, value })
}

describe('a machine was paid too, and the stay owes a part of it', () => {
  /** R$ 7,00 here and at a machine, reported when R$ 1,00 more is owed. */
  async function paidTooMuch() {
    const client = portal.client()
    const code = await portal.openTicket(125)
    const token = await openTransaction(client, code)
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    const paidAt = portal.clock.now().toISOString()
    portal.clock.forward(80)
    must(await portal.gate().payment({ code, amount: 7, method: 'cash', paid_at: paidAt }))
    expect(await open(token)).toMatchObject({ cases: [{ kind: 'paid_twice', amount: { value: 6 } }] })
    return token
  }

  it('too much by less than its balance: that much is refunded, and no more', async () => {
    const token = await paidTooMuch()
    must(await decide(token, 'give_back'))
    await portal.runJobs()
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 1 }, cases: [] })
  })

  it.each([
    [2, [{ kind: 'paid_twice', amount: { value: 4 } }]],
    [6, []],
  ])('R$ %i of R$ 6 refunded in the ordinary way: the rest is a case', async (value, cases) => {
    const token = await paidTooMuch()
    must(await manager.post(`${base}/${token}/refund`, { value, kept: 7, reason }))
    await portal.runJobs()
    const file = await open(token)
    expect(file).toMatchObject({ kept: { value: 7 - value } })
    expect(at(file, 'cases')).toMatchObject(cases)
    if (cases.length === 0) return
    must(await decide(token, 'give_back'))
    await portal.runJobs()
    expect(await open(token)).toMatchObject({ kept: { value: 1 }, cases: [] })
  })

  it('of which the acquirer refunds only the whole rest: nothing is refunded, and the answer gives the reason', async () => {
    const token = await paidTooMuch()
    must(await manager.post(`${base}/${token}/refund`, { value: 1, kept: 7, reason }))
    await portal.runJobs()
    const { refundRules } = second.acquirer
    const { terms } = refundRules
    refundRules.terms = (sale) => ({ ...terms(sale), parts: 'once' })
    const refused = await decide(token, 'give_back')
    refundRules.terms = terms
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('R$ 6,00') } })
    expect(await open(token)).toMatchObject({ kept: { value: 6 }, cases: [{ amount: { value: 5 } }] })
    must(await decide(token, 'accept'))
  })
})
