import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decidePayment } from '../decidePayment.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})
beforeEach(() => portal.simulator.clearFaults())

const base = '/api/staff/transactions'
const decide = (token: string, decision: string) =>
  manager.post(`${base}/${token}/decide`, { decision, reason: 'Conferido no extrato' })

/** An answer that was lost, with or without the money. */
async function inDoubt(fault: string) {
  const driver = portal.client()
  const token = await openTransaction(driver, await portal.openTicket(125))
  await portal.simulator.fault(fault)
  must(await pay(driver, token, cardEndingIn(1)))
  const state = async () => at(must(await manager.get(`${base}/${token}/edit`)).body, 'data.state')
  expect(await state()).toBe('unknown')
  return { token, state }
}

async function intoReview(token: string): Promise<void> {
  await portal.db
    .updateTable('payment')
    .set({ state: 'review', deadline_at: null })
    .where('token', '=', token)
    .execute()
  await portal.db
    .insertInto('audit')
    .columns(['at', 'actor', 'subject', 'subject_id', 'action', 'after'])
    .expression((eb) =>
      eb
        .selectFrom('payment')
        .where('token', '=', token)
        .select((row) => [
          row.val(portal.clock.now()).as('at'),
          row.val('janitor').as('actor'),
          row.val('payment').as('subject'),
          row.cast<string>('id', 'text').as('subject_id'),
          row.val('review').as('action'),
          row.cast<string>(row.val(JSON.stringify({ state: 'review' })), 'jsonb').as('after'),
        ]),
    )
    .execute()
}

const paymentOf = (token: string) =>
  portal.db.selectFrom('payment').select('id').where('token', '=', token).executeTakeFirstOrThrow()

async function decidedOf(paymentId: number): Promise<string[]> {
  const rows = await portal.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', 'payment')
    .where('subject_id', '=', String(paymentId))
    .where('action', 'like', 'decided_%')
    .execute()
  return rows.map(({ action }) => action)
}

/** The acquirer answers once `callers` have called. */
function bothAskFirst(callers: number): typeof portal.deps.payment {
  const { payment } = portal.deps
  const { cielo } = payment.acquirers.all
  if (!cielo) throw new Error('no acquirer')
  const { promise: allThere, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const find = async (orderKey: string) => {
    asked += 1
    if (asked === callers) resolve()
    await allThere
    return cielo.findByOrderKey(orderKey)
  }
  return {
    ...payment,
    acquirers: { ...payment.acquirers, all: { cielo: { ...cielo, findByOrderKey: find } } },
  }
}

describe('an unconfirmed payment', () => {
  it('is in the queue, oldest first', async () => {
    const first = await inDoubt('drop_after_commit')
    portal.clock.forward(1 / 60)
    const second = await inDoubt('drop_after_commit')
    const list = at(must(await manager.get(`${base}?state=waiting`)).body, 'data')
    const tokens = Array.isArray(list) ? list.map((row) => at(row, 'id')) : []
    expect(tokens.slice(-2)).toEqual([first.token, second.token])
    for (const { token } of [first, second]) must(await decide(token, 'ask'))
    expect(await first.state()).toBe('captured')
  })

  it.each([
    ['ask', 200, null],
    ['captured', 200, null],
    ['not_captured', 409, 'acquirer_differs'],
  ])(
    'whose money was captured is booked as captured, when staff say %s: %i',
    async (decision, status, code) => {
      const { token, state } = await inDoubt('drop_after_commit')
      const answer = await decide(token, decision)
      expect(answer.status).toBe(status)
      if (code) expect(answer.body).toMatchObject({ code, data: { state: 'captured' } })
      expect(await state()).toBe('captured')
    },
  )

  it('is never captured by a decision alone', async () => {
    const { token, state } = await inDoubt('drop_before_commit')
    expect(await decide(token, 'captured')).toMatchObject({ status: 409, body: { code: 'acquirer_silent' } })
    expect(await state()).toBe('unknown')
    const closed = must(await decide(token, 'not_captured')).body
    expect(at(closed, 'data')).toMatchObject({ state: 'cancelled', can: { decide: false } })
    expect(await decide(token, 'captured')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_decide' },
    })
    const audited = await portal.db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('action', 'like', 'decided_%')
      .where('actor', 'like', 'staff %')
      .execute()
    expect(audited.map(({ action }) => action)).toContain('decided_not_captured')
  })

  it.each([
    ['captured', 'captured', 'drop_after_commit', ['nothing_to_decide']],
    ['captured', 'not_captured', 'drop_after_commit', ['acquirer_differs', 'nothing_to_decide']],
    ['not_captured', 'not_captured', 'drop_before_commit', ['nothing_to_decide']],
  ] as const)(
    'decided %s and %s at once, both after their query: one is stored, and only that one is in the history',
    async (first, second, fault, told) => {
      const { token } = await inDoubt(fault)
      const { id: paymentId } = await paymentOf(token)
      const deps = bothAskFirst(2)
      const by = { paymentId, reason: 'Conferido no extrato' }
      const answers = await Promise.allSettled([
        decidePayment(deps, { ...by, actor: 'staff 1', decision: first }),
        decidePayment(deps, { ...by, actor: 'staff 2', decision: second }),
      ])
      const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.failName] : []))
      expect(lost).toHaveLength(1)
      expect(told).toContain(lost[0])
      expect(await decidedOf(paymentId)).toEqual([`decided_${first}`])
    },
  )

  it('is queried after a day in doubt, and settled by the acquirer’s answer', async () => {
    const { token, state } = await inDoubt('drop_after_commit')
    await intoReview(token)
    must(await decide(token, 'ask'))
    expect(await state()).toBe('captured')
  })
})

describe('another captured amount', () => {
  /** The acquirer captured R$ 5,00 of R$ 7,00. */
  async function differing() {
    const driver = portal.client()
    const token = await openTransaction(driver, await portal.openTicket(125))
    must(await pay(driver, token, cardEndingIn(1)))
    const { id } = await portal.db
      .selectFrom('payment')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    await portal.db.deleteFrom('paid_segment').where('payment_id', '=', id).execute()
    await portal.db
      .deleteFrom('job')
      .where('kind', '=', 'receipt')
      .where('unique_key', 'like', 'receipt-%')
      .where((eb) => eb(eb.cast<string>('payload', 'text'), 'like', `%"paymentId": ${id},%`))
      .execute()
    await intoReview(token)
    return token
  }

  it('is accepted: the stay is paid with it, a receipt is mailed, and the audit row has the reason', async () => {
    const token = await differing()
    const answer = must(await decide(token, 'captured')).body
    expect(at(answer, 'data')).toMatchObject({ state: 'captured', kept: { value: 7 } })
    await portal.runJobs()
    const { id } = await paymentOf(token)
    const captures = await portal.db
      .selectFrom('audit')
      .select('after')
      .where('subject', '=', 'payment')
      .where('subject_id', '=', String(id))
      .where('action', '=', 'captured')
      .orderBy('id')
      .execute()
    expect(captures.at(-1)?.after).toMatchObject({ amount_cents: 700, reason: 'Conferido no extrato' })
  })

  /** The acquirer captured R$ 7,00 and refunded some on its own site. */
  async function partlyVoided(voidedCents: number, heardOf = true) {
    const { token } = await inDoubt('drop_after_commit')
    const sale = await saleOf(token)
    const address = `${portal.simulator.url}/1/sales/${sale?.payment_id}/void?amount=${voidedCents}`
    const headers = {
      MerchantId: '00000000-0000-4000-8000-000000000000',
      MerchantKey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
    }
    expect((await fetch(address, { method: 'PUT', headers })).status).toBe(200)
    if (heardOf) must(await decide(token, 'ask'))
    return token
  }
  const saleOf = async (token: string) =>
    (await portal.simulator.ledger()).find(({ order_id }) => order_id.startsWith(token))
  const open = async (token: string) => at(must(await manager.get(`${base}/${token}/edit`)).body, 'data')

  it('because some was refunded: a refund of the same amount is made a second time', async () => {
    const token = await partlyVoided(100)
    expect(await open(token)).toMatchObject({ state: 'review', kept: { value: 6 } })
    expect(at(must(await decide(token, 'captured')).body, 'data')).toMatchObject({
      state: 'captured',
      amount: { value: 6 },
      kept: { value: 6 },
    })
    const wish = { value: 1, kept: 6, reason: 'Cobrança indevida' }
    expect(at(must(await manager.post(`${base}/${token}/refund`, wish)).body, 'data')).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 5 },
    })
    expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 200 })
  })

  it.each(['captured', 'not_captured'])(
    'that appears only in the query of the decision %s needs a new decision',
    async (decision) => {
      const token = await partlyVoided(100, false)
      expect(await decide(token, decision)).toMatchObject({
        status: 409,
        body: { code: 'acquirer_differs', data: { state: 'review', kept: { value: 6 } } },
      })
      expect(await open(token)).toMatchObject({ differs: true })
      must(await decide(token, 'not_captured'))
      await portal.runJobs()
      expect(await open(token)).toMatchObject({ state: 'refunded', kept: { value: 0 } })
      expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 700 })
    },
  )

  it('because some was refunded: the rest is reversed, and nothing is kept', async () => {
    const token = await partlyVoided(300)
    must(await decide(token, 'not_captured'))
    await portal.runJobs()
    expect(await open(token)).toMatchObject({
      state: 'refunded',
      kept: { value: 0 },
      ledger: [
        { kind: 'capture', amount: { value: 7 } },
        { kind: 'refund', amount: { value: 3 } },
        { kind: 'refund', amount: { value: 4 } },
      ],
    })
    expect(await saleOf(token)).toMatchObject({ captured: 700, voided: 700 })
  })

  it('is decided once: the second of two opposite decisions is refused and not in the history', async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await differing()
      const { id: paymentId } = await paymentOf(token)
      // Below HTTP, so that both have read the payment before either locks it.
      const by = { paymentId, reason: 'Conferido no extrato' }
      const answers = await Promise.allSettled([
        decidePayment(portal.deps.payment, { ...by, actor: 'staff 1', decision: 'captured' }),
        decidePayment(portal.deps.payment, { ...by, actor: 'staff 2', decision: 'not_captured' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { failName: 'nothing_to_decide' },
      })
      const won = answers[0].status === 'fulfilled' ? 'decided_captured' : 'decided_not_captured'
      expect(await decidedOf(paymentId)).toEqual([won])
      await portal.runJobs()
    }
  })

  it('is reversed', async () => {
    const token = await differing()
    must(await decide(token, 'not_captured'))
    await portal.runJobs()
    expect(at(must(await manager.get(`${base}/${token}/edit`)).body, 'data')).toMatchObject({
      state: 'refunded',
      kept: { value: 0 },
    })
  })
})
