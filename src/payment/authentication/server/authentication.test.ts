import { describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import {
  authenticated,
  cardEndingIn,
  must,
  openTransaction,
  pay,
  payAuthenticated,
  twinOf,
} from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { staffMember } from '#test/support/staff.ts'
import { authenticationOutcomes } from '../../method/authenticationOutcomes.ts'

const portal = portalOfFile()

let cards = 0
/** A new Visa number. */
const freshVisa = () => cardEndingIn(1, (cards += 1))

/** The first pay call of a debit card of R$ 7,00. */
async function asked(client = portal.client(), code?: string) {
  const ticket = code ?? (await portal.openTicket(130))
  const token = await openTransaction(client, ticket, 2)
  const visa = freshVisa()
  const first = must(await pay(client, token, visa))
  const read = async () => at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data')
  const sales = async () =>
    (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  return { client, code: ticket, token, visa, first: at(first.body, 'data'), read, sales }
}

/** The setting `payment`, cached for two seconds. */
async function settings(value: object): Promise<void> {
  const text = JSON.stringify(value)
  await portal.db.deleteFrom('setting').where('key', '=', 'payment').execute()
  await portal.db
    .insertInto('setting')
    .values({ key: 'payment', value: text, updated_at: portal.clock.now() })
    .execute()
  portal.clock.forward(1)
}

describe('debit: the cardholder is authenticated before the sale', () => {
  it('the first pay sends nothing, and asks the page to authenticate', async () => {
    const { first, read, sales } = await asked()
    expect(first).toMatchObject({
      ok: true,
      authenticate: true,
      authUrl: null,
      transaction: { state: 'awaiting_cardholder', attempt: { n: 1, authenticate: true } },
    })
    expect(await read()).toMatchObject({ state: 'awaiting_cardholder', attempt: { authenticate: true } })
    expect(await sales()).toEqual([])
    await expectInvariants(portal)
  })

  it('authenticated: paid under the attempt’s order key; staff see the liability', async () => {
    const { client, token, visa, sales } = await asked()
    // As after a crash of the database.
    await portal.db.deleteFrom('guest_data').execute()
    await portal.db.deleteFrom('try_mark').execute()
    const paid = must(await payAuthenticated(client, token, visa))
    expect(at(paid.body, 'data')).toMatchObject({ ok: true, transaction: { state: 'captured' } })
    expect(await sales()).toMatchObject([{ order_id: `${token}A1`, type: 'DebitCard', captured: 700 }])
    const file = must(await (await staffMember(portal, 2)).get(`/api/staff/transactions/${token}/edit`))
    expect(at(file.body, 'data.attempts.0')).toMatchObject({
      authentication: 'Autenticado pelo banco.',
      liability: 'Por conta do banco emissor (ECI 05)',
    })
    await expectInvariants(portal)
  })

  it('the same card again keeps the attempt; another card starts a new one', async () => {
    const { client, token, visa } = await asked()
    expect(at(must(await pay(client, token, visa)).body, 'data.transaction.attempt.n')).toBe(1)
    const other = must(await pay(client, token, freshVisa()))
    expect(at(other.body, 'data')).toMatchObject({ authenticate: true, transaction: { attempt: { n: 2 } } })
    await expectInvariants(portal)
  })

  it.each(
    Object.entries({
      refused: { result: 'failure' },
      left: { result: 'left' },
      error: { result: 'error' },
      timeout: { result: 'timeout' },
      unenrolled: { result: 'unenrolled' },
      disabled: { result: 'disabled' },
      unsupported_brand: { result: 'unsupported_brand' },
      down: { result: 'down' },
      attempted: authenticated({ eci: '06' }),
      data_only: authenticated({ eci: '07' }),
    } satisfies Partial<Record<keyof typeof authenticationOutcomes, object>>),
  )('%s: nothing is sent, its text is read, and credit still pays', async (end, told) => {
    const { client, token, visa, sales } = await asked()
    const answer = must(await payAuthenticated(client, token, visa, told))
    const row = Object.entries(authenticationOutcomes).find(([name]) => name === end)?.[1]
    expect(at(answer.body, 'data')).toMatchObject({
      ok: false,
      reason: row?.text,
      transaction: { state: 'created' },
    })
    expect(await sales()).toEqual([])
    must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
    expect(at(must(await pay(client, token, visa)).body, 'data.ok')).toBe(true)
    await expectInvariants(portal)
  })

  it('nothing is sent without evidence or with evidence of another card', async () => {
    const bare = await asked()
    const answer = must(await payAuthenticated(bare.client, bare.token, bare.visa, { result: 'success' }))
    expect(at(answer.body, 'data.reason')).toBe(authenticationOutcomes.refused.text)
    const others = await Promise.all(
      [freshVisa, twinOf].map(async (cardFor) => ({ cardFor, ...(await asked()) })),
    )
    for (const { client, token, visa, cardFor } of others) {
      const wrong = must(await payAuthenticated(client, token, cardFor(visa)))
      expect(at(wrong.body, 'data.reason')).toBe(authenticationOutcomes.other_card.text)
    }
    expect(await Promise.all([bare, ...others].map(({ sales }) => sales()))).toEqual([[], [], []])
  })

  it('an authentication is used once: not for another payment, and not for this one again', async () => {
    const [one, two] = [await asked(), await asked()]
    const evidence = authenticated({ reference_id: 'used-once' })
    must(await payAuthenticated(one.client, one.token, one.visa, evidence))
    const again = must(await payAuthenticated(one.client, one.token, one.visa, evidence))
    expect(at(again.body, 'data.transaction.state')).toBe('captured')
    const stolen = must(await payAuthenticated(two.client, two.token, two.visa, evidence))
    expect(at(stolen.body, 'data.reason')).toBe(authenticationOutcomes.other_card.text)
    expect([(await one.sales()).length, (await two.sales()).length]).toEqual([1, 0])
    await expectInvariants(portal)
  })

  it('an authentication is for one amount: a changed price sends nothing', async () => {
    const { client, token, visa, read, sales } = await asked()
    await portal.db.updateTable('payment').set({ amount_cents: 800 }).where('token', '=', token).execute()
    const answer = await payAuthenticated(client, token, visa)
    expect(answer.body).toMatchObject({ code: 'price_changed' })
    expect(await read()).toMatchObject({ state: 'created', reason: authenticationOutcomes.left.text })
    expect(await sales()).toEqual([])
  })

  it('two parallel calls make one sale and get the same answer', async () => {
    const { client, token, visa, sales } = await asked()
    const both = await Promise.all([1, 2].map(() => payAuthenticated(client, token, visa)))
    expect(both.map(({ body }) => at(body, 'data.transaction.state'))).toEqual(['captured', 'captured'])
    expect(await sales()).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('an attempted authentication is sold if the operator accepts it', async () => {
    await settings({ acceptsAttempted: true })
    const { client, token, visa } = await asked()
    const paid = must(await payAuthenticated(client, token, visa, authenticated({ eci: '06' })))
    expect(at(paid.body, 'data.transaction.state')).toBe('captured')
    await settings({})
  })
})

describe('an authentication that is open', () => {
  it('does not block other payers, and ends without a sale when one has paid', async () => {
    const { client, code, token, visa, read, sales } = await asked()
    const other = portal.client()
    const otherToken = await openTransaction(other, code)
    expect(at(must(await pay(other, otherToken, freshVisa())).body, 'data.ok')).toBe(true)
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'cancelled', attempt: null })
    const late = must(await payAuthenticated(client, token, visa))
    expect(at(late.body, 'data.ok')).toBe(false)
    expect(await sales()).toEqual([])
    await expectInvariants(portal)
  })

  it('finished while another payer pays: one of the two payments is kept', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { client, code, token, visa } = await asked()
      const other = portal.client()
      const otherToken = await openTransaction(other, code)
      await Promise.all([payAuthenticated(client, token, visa), pay(other, otherToken, freshVisa())])
      await portal.runJobs()
      const kept = (await portal.simulator.ledger())
        .filter(({ order_id }) => order_id.startsWith(token) || order_id.startsWith(otherToken))
        .reduce((sum, { captured, voided }) => sum + captured - voided, 0)
      expect(kept).toBe(700)
      await expectInvariants(portal)
    }
  })

  it('abandoned: payable again after 15 minutes with a reason, without a query', async () => {
    const { client, token, visa, read } = await asked()
    portal.clock.forward(14)
    await portal.sweep()
    expect(await read()).toMatchObject({ state: 'awaiting_cardholder' })
    portal.clock.forward(2)
    await portal.sweep()
    expect(await read()).toMatchObject({ state: 'created', reason: authenticationOutcomes.timeout.text })
    const late = must(await payAuthenticated(client, token, visa))
    expect(at(late.body, 'data')).toMatchObject({ ok: false, reason: authenticationOutcomes.timeout.text })
    await expectInvariants(portal)
  })

  it('ends with another way to pay, and with cancelling', async () => {
    const changed = await asked()
    must(await changed.client.post(`/api/pm_transaction/${changed.token}/changeType`, { payment_type: 1 }))
    expect(await changed.read()).toMatchObject({ state: 'created', payment_type: 1 })
    const cancelled = await asked()
    must(await cancelled.client.post(`/api/pm_transaction/${cancelled.token}/cancelPayment`))
    expect(await cancelled.read()).toMatchObject({ state: 'cancelled' })
    await expectInvariants(portal)
  })

  it('keeps its price; a ticket paid at a machine meanwhile is not paid twice', async () => {
    const slow = await asked(portal.client(), await portal.openTicket(175))
    portal.clock.forward(12)
    const paid = must(await payAuthenticated(slow.client, slow.token, slow.visa))
    expect(at(paid.body, 'data')).toMatchObject({ ok: true, transaction: { value: 7 } })
    const { client, code, token, visa, read, sales } = await asked()
    const paid_at = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code, amount: 7, method: 'cash', paid_at }))
    const late = await payAuthenticated(client, token, visa)
    expect(at(late.body, 'data.ok')).not.toBe(true)
    expect(await sales()).toEqual([])
    expect(await read()).not.toMatchObject({ state: 'awaiting_cardholder' })
    await expectInvariants(portal)
  })

  it('a lost answer of the sale is found by a query and not paid twice', async () => {
    const { client, token, visa, read, sales } = await asked()
    await portal.simulator.fault('drop_after_commit')
    const lost = must(await payAuthenticated(client, token, visa))
    expect(at(lost.body, 'data')).toMatchObject({ ok: false, needs_reload: true })
    portal.clock.forward(1)
    await portal.sweep()
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await sales()).toHaveLength(1)
    await expectInvariants(portal)
  })
})

describe('3DS on credit, where the operator chose it', () => {
  const credit = async (client: PortalClient = portal.client()) => {
    const token = await openTransaction(client, await portal.openTicket(130), 1)
    const visa = freshVisa()
    return { client, token, visa, first: at(must(await pay(client, token, visa)).body, 'data') }
  }

  it('off: sold at once', async () => {
    expect((await credit()).first).toMatchObject({ ok: true, transaction: { state: 'captured' } })
  })

  it('a challenge from an amount on: lower amounts are sold at once', async () => {
    await settings({ credit: 'challenge', creditFromCents: 701 })
    expect((await credit()).first).toMatchObject({ transaction: { state: 'captured' } })
    await settings({ credit: 'challenge', creditFromCents: 700 })
    const { client, token, visa, first } = await credit()
    expect(first).toMatchObject({ ok: true, authenticate: true })
    expect(at(must(await payAuthenticated(client, token, visa)).body, 'data.ok')).toBe(true)
  })

  it.each([
    ['unenrolled', true],
    ['down', true],
    ['failure', false],
    ['left', false],
  ])('%s: the sale is still made, %s', async (result, ok) => {
    await settings({ credit: 'challenge' })
    const { client, token, visa } = await credit()
    const answer = must(await payAuthenticated(client, token, visa, { result }))
    expect(at(answer.body, 'data.ok')).toBe(ok)
    await expectInvariants(portal)
  })

  it('data only: the issuer is informed and the operator is liable', async () => {
    await settings({ credit: 'data_only' })
    const { client, token, visa } = await credit()
    const told = authenticated({ eci: '07' })
    expect(at(must(await payAuthenticated(client, token, visa, told)).body, 'data.ok')).toBe(true)
    const file = must(await (await staffMember(portal, 2)).get(`/api/staff/transactions/${token}/edit`))
    expect(at(file.body, 'data.attempts.0')).toMatchObject({
      authentication: 'Só informado ao banco, que não autenticou.',
      liability: 'Por conta do estacionamento (ECI 07)',
    })
    const [sale] = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
    const kept = await fetch(`${portal.simulator.url}/1/sales/${sale?.payment_id}`, {
      headers: simulatorMerchant,
    })
    expect(at(await kept.json(), 'Payment.ExternalAuthentication')).toMatchObject({ DataOnly: true })
    await settings({})
  })
})

describe('a method that the operator disabled', () => {
  it('is not listed, and refused by createTransaction, changeType and pay', async () => {
    const client = portal.client()
    const debit = await openTransaction(client, await portal.openTicket(130), 2)
    await settings({ closed: ['debit'] })
    const told = must(await client.get('/api/session/web'))
    expect(at(told.body, 'configs.methods')).not.toContain('debit')
    const closed = { status: 422, body: { code: 'method_closed' } }
    expect(await pay(client, debit, freshVisa())).toMatchObject(closed)
    const asked = { ticket_code: await portal.openTicket(130), payment_type: 2, pm_person_paymethod_id: null }
    const opened = await client.post('/api/tk_ticket/createTransaction', { ...asked, ticket_value: 7 })
    expect(opened).toMatchObject(closed)
    must(await client.post(`/api/pm_transaction/${debit}/changeType`, { payment_type: 1 }))
    expect(await client.post(`/api/pm_transaction/${debit}/changeType`, { payment_type: 2 })).toMatchObject(
      closed,
    )
    expect(at(must(await pay(client, debit, freshVisa())).body, 'data.ok')).toBe(true)
    await settings({})
  })

  it('staff disable it and choose the authentication; an older page does not change that', async () => {
    const admin = await staffMember(portal, 1)
    const read = async () => must(await admin.get('/api/staff/settings/edit')).body
    const {
      id: _id,
      version: _v,
      updated_at: _at,
      logoUrl: _logo,
      reservesRunning: _r,
      ...entry
    } = Object.fromEntries(Object.entries(Object(at(await read(), 'entity'))))
    expect(entry).toMatchObject({ payCredit: true, payDebit: true, creditAuthentication: 'off' })
    const chosen = {
      payDebit: false,
      acceptsAttempted: true,
      creditAuthentication: 'challenge',
      creditAuthenticationFrom: 50,
    }
    must(await admin.change('PUT', '/api/staff/settings', { ...entry, ...chosen }))
    expect(at(await read(), 'entity')).toMatchObject(chosen)
    const {
      payCredit: _c,
      payDebit: _d,
      payPix: _p,
      acceptsAttempted: _a,
      creditAuthentication: _ca,
      creditAuthenticationFrom: _f,
      ...before
    } = entry
    must(await admin.change('PUT', '/api/staff/settings', before))
    expect(at(await read(), 'entity')).toMatchObject(chosen)
    portal.clock.forward(1)
    expect(at(must(await portal.client().get('/api/session/web')).body, 'configs.methods')).not.toContain(
      'debit',
    )
    await settings({})
  })
})
