import { afterAll, describe, expect, it } from 'vitest'
import { queryAndSettle } from '#payment/server/settle/queryAndSettle.ts'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { type AcquirerProxy, startAcquirerProxy } from '#test/support/instances/acquirerProxy.ts'

let proxy: AcquirerProxy
afterAll(() => proxy.close())
const portal = portalOfFile({ queriesThrough: async (url) => (proxy = await startAcquirerProxy(url)).url })

/** Jobs that still have to end a bank page. */
async function openEndings() {
  const jobs = portal.db.selectFrom('job').select('id').where('kind', '=', 'end_open')
  return (await jobs.where('done_at', 'is', null).execute()).length
}

/** A ticket of R$ 7,00: one payer is at the bank's page, another has opened it on another phone. */
async function twoPayers() {
  const code = await portal.openTicket(130)
  const waiting = await phone(code, 2)
  const authUrl = textAt(
    must(await payAtBank(portal, waiting.client, waiting.token, cardEndingIn(1))).body,
    'data.authUrl',
  )
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

describe('an authentication left open on the bank’s page', () => {
  it('does not block another payer: one payment is kept, and the late authentication is refunded', async () => {
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

  it('is cancelled here at once when the acquirer does not answer, and queried again until it answers', async () => {
    const { waiting, other, authUrl } = await twoPayers()
    const asked = proxy.pause({ method: 'GET', point: 'before' })
    must(await pay(other.client, other.token, cardEndingIn(1)))
    await asked
    expect(await waiting.read()).toMatchObject({ state: 'cancelled' })
    await portal.runJobs()
    expect(await openEndings()).toBe(1)
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await openEndings()).toBe(0)
    await atTheBank(portal, authUrl, 'authenticated')
    await portal.runJobs()
    expect([await waiting.kept(), await other.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('stays open without an answer while another payer’s outcome is unknown, and does not block that payer', async () => {
    const { waiting, other, authUrl } = await twoPayers()
    await portal.simulator.fault('drop_after_commit')
    must(await pay(other.client, other.token, cardEndingIn(1)))
    expect(await other.read()).toMatchObject({ state: 'unknown' })
    const asked = proxy.pause({ method: 'GET', point: 'before' })
    await atTheBank(portal, authUrl, 'abandoned')
    await asked
    expect(await waiting.read()).toMatchObject({ state: 'awaiting_cardholder' })
    portal.clock.forward(2)
    await portal.sweep()
    await portal.runJobs()
    expect(await other.read()).toMatchObject({ state: 'captured' })
    expect(await waiting.read()).toMatchObject({ state: 'cancelled' })
    expect([await waiting.kept(), await other.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  const expectOneKept = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
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
  }

  it('and another payer’s card at the same moment: one of the two payments is kept', () => expectOneKept(1))
  it(
    'and another payer’s card at the same moment, eight rounds: one of the two payments is kept',
    { tags: 'deep' },
    () => expectOneKept(8),
  )
})

it('an authentication started while another payer’s capture is being booked is cancelled', async () => {
  const code = await portal.openTicket(130)
  const [one, two] = [await phone(code, 1), await phone(code, 2)]
  await portal.simulator.fault('drop_after_commit')
  must(await pay(one.client, one.token, cardEndingIn(1)))
  const sent = portal.db.selectFrom('attempt').selectAll().where('order_key', '=', `${one.token}A1`)
  const attempt = await sent.executeTakeFirstOrThrow()
  const { subject } = portal.deps.payment
  const onPaid: typeof subject.onPaid = async (...paid) => {
    expect(at(must(await pay(two.client, two.token, cardEndingIn(1, 1))).body, 'data.authenticate')).toBe(
      true,
    )
    return subject.onPaid(...paid)
  }
  await queryAndSettle({ ...portal.deps.payment, subject: { ...subject, onPaid } }, attempt, 'janitor')
  await portal.runJobs()
  expect(await one.read()).toMatchObject({ state: 'captured' })
  expect(await two.read()).toMatchObject({ state: 'cancelled' })
  await expectInvariants(portal)
})
