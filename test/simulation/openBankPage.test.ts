import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTheBank } from '#test/support/bank.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
}, 60_000)
afterAll(() => portal.close())

/** A ticket of R$ 7,00: somebody stands before the bank's page with it, somebody else has it open on another phone. */
async function twoPayers() {
  const code = await portal.openTicket(130)
  const waiting = await phone(code, 2)
  const authUrl = textAt(must(await pay(waiting.client, waiting.token, cardEndingIn(1))).body, 'data.authUrl')
  return { code, waiting, other: await phone(code, 1), authUrl }
}

async function phone(code: string, paymentType: 1 | 2) {
  const client = portal.client()
  const token = await openTransaction(client, code, paymentType)
  const read = async () => at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data')
  const kept = async () => {
    const sales = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
    return sales.reduce((sum, { captured, voided }) => sum + captured - voided, 0)
  }
  return { client, token, read, kept }
}

describe('a bank page that somebody left open', () => {
  it('keeps nobody from paying: paid once, and who authenticates late gets the money back', async () => {
    const { code, waiting, other, authUrl } = await twoPayers()
    expect(at(must(await pay(other.client, other.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await portal.runJobs()
    expect(await waiting.read()).toMatchObject({ state: 'cancelled', attempt: null })

    const back = await atTheBank(portal, authUrl, 'authenticated')
    expect(back).toBe(`/#/payment/${waiting.token}/creditDebitCard`)
    expect(at(await waiting.read(), 'reason')).toMatch(/já estava pago/)
    await portal.runJobs()
    expect(await waiting.read()).toMatchObject({ state: 'refunded' })
    expect([await waiting.kept(), await other.kept()]).toEqual([0, 700])
    const gate = must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))
    expect(gate.body).toMatchObject({ open: true })
    await expectInvariants(portal)
  })

  it('the acquirer silent when it is to be ended: ended here at once, asked again until it answers', async () => {
    const { waiting, other, authUrl } = await twoPayers()
    // The first is for the sale, and harmless.
    await portal.simulator.fault('notify_twice')
    await portal.simulator.fault('status_500')
    must(await pay(other.client, other.token, cardEndingIn(1)))
    await portal.runJobs()
    expect(await waiting.read()).toMatchObject({ state: 'cancelled' })
    const jobs = portal.db.selectFrom('job').select('done_at').where('kind', '=', 'end_open')
    expect((await jobs.execute()).filter(({ done_at }) => done_at === null)).toHaveLength(1)
    await atTheBank(portal, authUrl, 'authenticated')
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await waiting.read()).toMatchObject({ state: 'refunded' })
    expect([await waiting.kept(), await other.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('the bank asked while somebody else is sent for the money: the page stays one that blocks nobody', async () => {
    const { waiting, other } = await twoPayers()
    await portal.simulator.fault('slow')
    const paying = pay(other.client, other.token, cardEndingIn(1))
    await expect.poll(async () => at(await other.read(), 'state')).toBe('authorising')
    portal.clock.forward(16)
    await portal.simulator.fault('status_500', 2)
    await portal.sweep()
    expect(at(await waiting.read(), 'state')).toBe('awaiting_cardholder')
    const asked = portal.db.selectFrom('payment').select('deadline_at').where('token', '=', waiting.token)
    expect((await asked.executeTakeFirstOrThrow()).deadline_at?.getTime()).toBeGreaterThan(
      portal.clock.now().getTime(),
    )
    await paying
    await portal.simulator.clearFaults()
    portal.clock.forward(2)
    await portal.sweep()
    await portal.runJobs()
    expect(at(await waiting.read(), 'state')).toBe('cancelled')
    expect([await waiting.kept(), await other.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('authenticated at the moment in which somebody else pays, many times: one of the two is kept', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { waiting, other, authUrl } = await twoPayers()
      const [, answer] = await Promise.all([
        atTheBank(portal, authUrl, 'authenticated'),
        pay(other.client, other.token, cardEndingIn(1)),
      ])
      expect([200, 409]).toContain(answer.status)
      await portal.runJobs()
      expect((await waiting.kept()) + (await other.kept())).toBe(700)
      await expectInvariants(portal)
    }
  })
})
