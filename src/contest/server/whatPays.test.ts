import { beforeEach, describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { pixGuests } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({
  acquirers: (cielo, bacen) => {
    bank = bacen
    const refund: Acquirer['refund'] = async (change) => {
      const made = await cielo.refund(change)
      if (!isDenying) return made
      return { outcome: 'refused', reference: change.reference, returnCode: '57', cause: 'generic' }
    }
    return acquirersOf({ ...cielo, refund }, bacen)
  },
})
let manager: PortalClient
let bank: Acquirer | undefined
/** The acquirer refunds, and answers that it refused. */
let isDenying = false
beforeEach(async () => {
  isDenying = false
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, refund, keptOf, notify, dispute, giveBackOutside, later } = saleActions(() => ({
  portal,
  manager,
}))
const { shown, chargeOf, payWithoutWebhook } = pixGuests(() => portal)

let nth = 400
/** R$ 7,00 at minute 125, by card. */
async function paidByCard() {
  const { client } = await customer(portal)
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(1, (nth += 1))))
  const path = `/api/pm_transaction/${token}/contest`
  return {
    client,
    code,
    token,
    contest: async (reason = 'charged_twice') => at(must(await client.post(path, { reason })).body, 'data'),
    readContest: async () => at(must(await client.get(path)).body, 'data'),
    ticket: async () => at(must(await client.post('/api/tk_ticket/read', { code })).body, 'data.ticket'),
    leave: async () => must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body,
    owed: async () => at(must(await manager.get(`/api/staff/tickets/${code}/edit`)).body, 'data.owed'),
  }
}

const machine = async (code: string, amount = 7) =>
  must(
    await portal.gate().payment({ code, amount, method: 'cash', paid_at: portal.clock.now().toISOString() }),
  )

async function paidTwice() {
  const stay = await paidByCard()
  portal.clock.forward(1)
  await machine(stay.code)
  return stay
}

const decide = (token: string, value?: number) =>
  manager.post(`/api/staff/transactions/${token}/attempts/1`, {
    decision: 'give_back',
    reason: 'Pago duas vezes',
    value,
  })

describe('paid by card and at a machine', () => {
  it('contested at once: 7,00 go back; at minute 400 the rest is due, and the gate opens once it is paid', async () => {
    const { contest, ticket, leave, token, code } = await paidTwice()
    expect(await contest()).toMatchObject({ state: 'accepted', refunded: { value: 7 } })
    await portal.runJobs()
    expect(await keptOf(token)).toBe(0)
    expect(await ticket()).toMatchObject({ state: 'paid', paid: 7 })
    portal.clock.forward(274)
    expect(await ticket()).toMatchObject({ state: 'overdue', value: 4, paid: 7 })
    expect(await leave()).toMatchObject({ open: false, reason: 'overdue', due: 4 })
    await machine(code, 4)
    expect(await leave()).toMatchObject({ open: true, reason: 'paid' })
    expect(await open(token)).toMatchObject({ cases: [] })
  })

  it('given back by staff: the same, and only what is over now', async () => {
    const { leave, token } = await paidTwice()
    expect(await decide(token)).toMatchObject({ status: 422, body: { errors: { value: expect.anything() } } })
    expect(await decide(token, 6)).toMatchObject({ status: 409, body: { code: 'refund_changed' } })
    portal.clock.forward(80)
    expect(await open(token)).toMatchObject({
      case: { amount: { value: 6 } },
      cases: [{ amount: { value: 6 } }],
    })
    expect(await decide(token, 7)).toMatchObject({ status: 409, body: { code: 'refund_changed' } })
    must(await decide(token, 6))
    await portal.runJobs()
    expect(await keptOf(token)).toBe(100)
    portal.clock.forward(194)
    expect(await leave()).toMatchObject({ open: false, due: 3 })
  })

  it('left on both at minute 400, then contested: 3,00 go back', async () => {
    const { contest, leave, token } = await paidTwice()
    portal.clock.forward(274)
    expect(await leave()).toMatchObject({ open: true, reason: 'paid' })
    expect(await contest()).toMatchObject({ state: 'accepted', refunded: { value: 3 } })
    await portal.runJobs()
    expect(await keptOf(token)).toBe(400)
    await later(1)
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({ cases: [] })
  })

  it('contested at once, left inside the deadline: no case', async () => {
    const { contest, leave, token } = await paidTwice()
    await contest()
    await portal.runJobs()
    portal.clock.forward(4)
    expect(await leave()).toMatchObject({ open: true, reason: 'paid' })
    await later(1)
    expect(await open(token)).toMatchObject({ cases: [] })
  })

  it('left when nothing was over any more: the case closes by itself', async () => {
    const { contest, leave, token } = await paidTwice()
    portal.clock.forward(600)
    expect(await open(token)).toMatchObject({
      cases: [{ amount: { value: 0 } }],
      attempts: [{ can: ['accept'] }],
    })
    expect(await contest()).toMatchObject({ state: 'open' })
    await machine(await codeOf(token), 3)
    expect(await leave()).toMatchObject({ open: true, reason: 'paid' })
    expect(await open(token)).toMatchObject({ cases: [] })
  })

  it('accepted by staff: nothing is over any more', async () => {
    const { contest, token } = await paidTwice()
    const body = { decision: 'accept', reason: 'Fica de crédito' }
    must(await manager.post(`/api/staff/transactions/${token}/attempts/1`, body))
    expect(await contest()).toMatchObject({ state: 'open', refunded: null })
    expect(await open(token)).toMatchObject({ cases: [] })
  })
})

const codeOf = async (token: string) =>
  (
    await portal.db
      .selectFrom('payment')
      .select('ticket_code')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
  ).ticket_code

describe('a refund of the only payment', () => {
  it('by staff is by choice: 7,00 count after the deadline, too', async () => {
    const { ticket, token, leave } = await paidByCard()
    await refund(token, 7, 7)
    expect(await ticket()).toMatchObject({ state: 'paid', paid: 7 })
    portal.clock.forward(275)
    expect(await leave()).toMatchObject({ open: false, due: 4 })
  })

  it('outside the portal pays nothing once its deadline is over', async () => {
    const { ticket, token } = await paidByCard()
    portal.clock.forward(1)
    await giveBackOutside(token, 700)
    await notify(token, 1)
    expect(await ticket()).toMatchObject({ state: 'paid', paid: 0 })
    portal.clock.forward(16)
    expect(await ticket()).toMatchObject({ state: 'overdue', value: 7 })
  })

  it('which the acquirer refuses and makes is found within the hour, with a case', async () => {
    const { token } = await paidByCard()
    isDenying = true
    const asked = { value: 2, kept: 7, reason: 'Combinado' }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, asked))
    await portal.runJobs()
    isDenying = false
    expect(await open(token)).toMatchObject({ kept: { value: 7 }, refunds: [{ state: 'refused' }] })
    await later(61)
    expect(await open(token)).toMatchObject({ kept: { value: 5 }, cases: [{ kind: 'returned_outside' }] })
    expect(await keptOf(token)).toBe(500)
  })
})

it('a chargeback takes what it is about, unless it is won', async () => {
  const { ticket, token } = await paidByCard()
  await dispute(token)
  await notify(token, 7)
  await later(16)
  expect(await ticket()).toMatchObject({ state: 'overdue', paid: 0 })
  const disputes = portal.db.updateTable('dispute').set({ state: 'won' })
  await disputes
    .where('payment_id', 'in', portal.db.selectFrom('payment').select('id').where('token', '=', token))
    .execute()
  expect(await ticket()).toMatchObject({ state: 'paid', paid: 7 })
})

it('what a car that left owed is not raised by a later return, and lowered by a refund that was refused', async () => {
  const { code, token, owed } = await paidByCard()
  portal.clock.forward(275)
  must(await manager.post(`/api/staff/tickets/${code}/exit`, { reason: 'Paga depois', left: true }))
  expect(await owed()).toMatchObject({ value: 4 })
  await giveBackOutside(token, 300)
  await notify(token, 1)
  expect(await open(token)).toMatchObject({ kept: { value: 4 } })
  expect(await owed()).toMatchObject({ value: 4 })
  await machine(code, 1)
  expect(await owed()).toMatchObject({ value: 3 })
})

describe('a contest whose refund fails', () => {
  const refused = 'A devolução não foi aceita pelo banco. Estamos resolvendo.'

  it('refused at once: open again for a new time, and the driver reads why', async () => {
    const { contest, readContest } = await paidTwice()
    await portal.simulator.fault('void_55')
    await contest()
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await readContest()).toMatchObject({ state: 'open', answer: refused, refunded: null })
    expect(await mailedToDrivers()).toContainEqual(expect.stringContaining(refused))
  })

  it('denied days later: open again, unless a newer contest exists', async () => {
    const one = await paidTwice()
    await portal.simulator.fault('void_denied')
    await one.contest()
    await portal.runJobs()
    expect(await one.readContest()).toMatchObject({ state: 'done' })
    await later(11)
    await notify(one.token, 5)
    await later(11)
    expect(await open(one.token)).toMatchObject({ kept: { value: 7 } })
    expect(await one.readContest()).toMatchObject({ state: 'open', answer: refused })
  })
})

const mailedToDrivers = async () =>
  (await portal.db.selectFrom('mail').select('text').where('unique_key', 'like', 'contest-%').execute()).map(
    ({ text }) => text,
  )

describe('a Pix', () => {
  const returnAtBank = async (orderKey: string, amountCents: number) => {
    const { reference } = await portal.db
      .selectFrom('attempt')
      .select('reference')
      .where('order_key', '=', orderKey)
      .executeTakeFirstOrThrow()
    if (!bank || reference === null) throw new Error('no bank')
    await bank.refund({ id: `B${amountCents}`, reference, amountCents, refundedCents: 0, isRepeat: false })
  }

  it('paid twice, of which the bank returned a part: the rest of the excess goes back', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 700)
    await later(2)
    await returnAtBank(one.orderKey, 300)
    await portal.pix.pay(one.orderKey, 700)
    for (const minutes of [0, 31]) await later(minutes)
    expect(await chargeOf(one.orderKey)).toMatchObject({ returned: 700 })
    expect(await open(one.token)).toMatchObject({ kept: { value: 7 } })
  })

  it('given back as over, and paid again: the second payment goes back', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 700)
    await later(2)
    await machine(one.code)
    must(await decide(one.token, 7))
    await portal.runJobs()
    await portal.pix.pay(one.orderKey, 700)
    for (const minutes of [0, 31]) await later(minutes)
    expect(await chargeOf(one.orderKey)).toMatchObject({ returned: 1400 })
  })
})
