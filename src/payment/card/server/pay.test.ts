import { beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
beforeEach(() => portal.simulator.clearFaults())

async function opened(minutesAgo = 130, paymentType: 1 | 2 = 1) {
  const client = portal.client()
  const code = await portal.openTicket(minutesAgo)
  const token = await openTransaction(client, code, paymentType)
  const sales = async () =>
    (await portal.simulator.ledger()).filter((sale) => sale.order_id.startsWith(token))
  return { client, code, token, sales }
}

type Opened = Awaited<ReturnType<typeof opened>>

describe('paying by credit card', () => {
  it('pays, gives the exit deadline, mails one receipt, and answers a repeat with the same outcome', async () => {
    const { client, code, token, sales } = await opened()
    const first = must(await pay(client, token, cardEndingIn(1)))
    expect(first.body).toMatchObject({
      data: {
        ok: true,
        reason: null,
        needs_reload: false,
        authUrl: null,
        transaction: { state: 'captured', valueHuman: '7,00' },
      },
    })
    expect(textAt(first.body, 'data.transaction.ticket_dt_exit')).toBe('2026-03-10T12:15:00-03:00')

    const again = must(await pay(client, token, cardEndingIn(1)))
    expect(again.body).toMatchObject({ data: { ok: true, transaction: { state: 'captured' } } })
    expect((await sales()).map(({ captured, voided }) => [captured, voided])).toEqual([[700, 0]])

    const read = must(await client.post('/api/tk_ticket/read', { code }))
    expect(read.body).toMatchObject({ data: { ticket: { state: 'paid', value: 0, paid: 7 } } })

    await portal.runJobs()
    const mails = must(await client.get('/dev/mail'))
    const receipts = (mails.body as { subject: string; text: string }[]).filter(({ text }) =>
      text.replace(/\s/g, '').includes(code),
    )
    expect(receipts).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('a method changed by another tab: nothing is charged until the page shows it', async () => {
    const { client, token, sales } = await opened()
    const path = `/api/pm_transaction/${token}`
    const payAs = (payment_type: number) =>
      client.post(`${path}/pay`, { ...cardBody(cardEndingIn(1)), payment_type })
    for (const [type, words] of [
      [2, 'mudou para débito'],
      [3, 'mudou para Pix'],
    ] as const) {
      must(await client.post(`${path}/changeType`, { payment_type: type }))
      expect(await payAs(1)).toMatchObject({
        status: 422,
        body: { errors: { payment_type: [expect.stringContaining(words)] } },
      })
    }
    expect(await sales()).toEqual([])
    must(await client.post(`${path}/changeType`, { payment_type: 1 }))
    expect(must(await payAs(1)).body).toMatchObject({
      data: { ok: true, transaction: { state: 'captured' } },
    })
    expect(must(await payAs(2)).body).toMatchObject({ data: { ok: true } })
    expect(await sales()).toHaveLength(1)
  })

  it.each([
    [0, true, null],
    [1, true, null],
    [4, true, null],
    [2, false, /não autorizado/i],
    [3, false, /./],
    [5, false, /./],
    [7, false, /./],
    [8, false, /./],
  ])('a card ending in %i answers ok %s', async (digit, ok, reason) => {
    const { client, token } = await opened()
    const answer = must(await pay(client, token, cardEndingIn(digit)))
    expect(at(answer.body, 'data.ok')).toBe(ok)
    if (reason) {
      expect(textAt(answer.body, 'data.reason')).toMatch(reason)
      expect(textAt(answer.body, 'data.reason')).not.toMatch(/\d|[A-Z]{3,}|declined|denied/)
      expect(at(answer.body, 'data.transaction.state')).toBe('created')
    }
    await expectInvariants(portal)
  })

  it('after a refusal another card pays the same transaction', async () => {
    const { client, token } = await opened()
    for (const [card, ok, left] of [
      [cardEndingIn(2), false, 4],
      [cardEndingIn(1), true, 3],
    ] as const) {
      const answer = must(await pay(client, token, card))
      expect(answer.body).toMatchObject({ data: { ok, transaction: { attempts_left: left } } })
      const read = must(await client.get(`/api/pm_transaction/${token}`))
      expect(at(answer.body, 'data.transaction')).toEqual(at(read.body, 'data'))
    }
    await expectInvariants(portal)
  })

  it('digit 6 is unknown at first and settled by the janitor as the ledger says', async () => {
    const { client, token, sales } = await opened()
    const answer = must(await pay(client, token, cardEndingIn(6)))
    expect(answer.body).toMatchObject({
      data: {
        ok: false,
        needs_reload: true,
        reason: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
        transaction: { state: 'unknown' },
      },
    })
    portal.clock.forward(1)
    await portal.sweep()
    const after = must(await client.get(`/api/pm_transaction/${token}`))
    expect(at(after.body, 'data.state')).toBe('captured')
    expect(await sales()).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('an unknown outcome is queried after 2, 5, 10 and 20 s', async () => {
    const newest = () =>
      portal.db
        .selectFrom('job')
        .select(['run_at', 'done_at'])
        .where('kind', '=', 'recheck_soon')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    const ask = async (client: Opened['client'], token: string, seconds: number) => {
      portal.clock.forward(seconds / 60)
      await portal.runJobs()
      return at((await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
    }
    const silent = await opened()
    must(await pay(silent.client, silent.token, cardEndingIn(6)))
    expect(await ask(silent.client, silent.token, 1.9)).toBe('unknown')
    expect(await ask(silent.client, silent.token, 0.1)).toBe('captured')
    // An early 'not found' frees nothing.
    const lost = await opened()
    await portal.simulator.fault('drop_before_commit')
    must(await pay(lost.client, lost.token, cardEndingIn(1)))
    const since = portal.clock.now().getTime()
    const asked: number[] = []
    while ((await newest()).done_at === null && asked.length < 9) {
      const after = (await newest()).run_at.getTime() - portal.clock.now().getTime()
      asked.push((portal.clock.now().getTime() + after - since) / 1_000)
      expect(await ask(lost.client, lost.token, after / 1_000)).toBe('unknown')
    }
    expect(asked).toEqual([2, 5, 10, 20])
    await expectInvariants(portal)
  })

  it('two calls at once are one payment with one outcome', async () => {
    const { client, token, sales } = await opened()
    const answers = await Promise.all([1, 2, 3].map(() => pay(client, token, cardEndingIn(1))))
    for (const answer of answers) expect(at(answer.body, 'data.ok')).toBe(true)
    expect(await sales()).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('two people pay one ticket: one pays, the other gets 409', async () => {
    const code = await portal.openTicket(130)
    const [ana, bia] = [portal.client(), portal.client()]
    const tokens = [await openTransaction(ana, code), await openTransaction(bia, code)] as const
    const answers = await Promise.all([
      pay(ana, tokens[0], cardEndingIn(1)),
      pay(bia, tokens[1], cardEndingIn(1)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const told = answers.find(({ status }) => status === 409)
    expect(['payment_in_flight', 'already_paid']).toContain(at(told?.body, 'code'))
    await expectInvariants(portal)
  })
})

describe('an acquirer that misbehaves', () => {
  it.each(['hang', 'drop_after_commit', 'html', 'empty', 'status0'])(
    'after %s the payment is unknown, then settled as paid, captured once',
    async (fault) => {
      const { client, token, sales } = await opened()
      await portal.simulator.fault(fault)
      const answer = must(await pay(client, token, cardEndingIn(1)))
      expect(answer.body).toMatchObject({
        data: { ok: false, needs_reload: true, transaction: { state: 'unknown' } },
      })
      portal.clock.forward(1)
      await portal.sweep()
      expect(at((await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')).toBe('captured')
      expect((await sales()).filter(({ captured }) => captured > 0)).toHaveLength(1)
      await expectInvariants(portal)
    },
  )

  it.each(['drop_before_commit', 'status_500'])(
    'after %s, two "not found" a minute apart make it payable again',
    async (fault) => {
      const { client, token, sales } = await opened()
      await portal.simulator.fault(fault)
      must(await pay(client, token, cardEndingIn(1)))
      portal.clock.forward(0.5)
      await portal.sweep()
      const meanwhile = must(await pay(client, token, cardEndingIn(1)))
      expect(meanwhile.body).toMatchObject({
        data: { ok: false, needs_reload: true, transaction: { state: 'unknown' } },
      })
      expect(await sales()).toHaveLength(0)
      await portal.expireLeases()
      portal.clock.forward(1)
      await portal.sweep()
      expect(at((await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')).toBe('created')
      const retry = must(await pay(client, token, cardEndingIn(1)))
      expect(at(retry.body, 'data.ok')).toBe(true)
      await expectInvariants(portal)
    },
  )

  it('the webhook settles a payment without an answer', async () => {
    const { client, token, sales } = await opened()
    await portal.simulator.fault('status0')
    must(await pay(client, token, cardEndingIn(1)))
    const [sale] = await sales()
    const hook = await client.post(
      '/webhooks/acquirer',
      { PaymentId: sale?.payment_id, ChangeType: 1 },
      { bare: true },
    )
    expect(hook.status).toBe(200)
    await portal.runJobs()
    expect(at((await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')).toBe('captured')
    await expectInvariants(portal)
  })
})
