import { describe, expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()

/** R$ 7,00 from minute 121 to 180, R$ 8,00 after. */
const enter = () => portal.openTicket(125)

async function payHere(code: string): Promise<string> {
  const client = portal.client()
  const token = await openTransaction(client, code)
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.transaction.state')).toBe('captured')
  return token
}

const machine = async (code: string, amount: number, paidAt = portal.clock.now()) =>
  must(await portal.gate().payment({ code, amount, method: 'cash', paid_at: paidAt.toISOString() })).body

async function cases(code: string) {
  const rows = await portal.db
    .selectFrom('review_case')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['token', 'review_case.amount_cents'])
    .where('ticket_code', '=', code)
    .where('kind', '=', 'paid_twice')
    .where('closed_at', 'is', null)
    .orderBy('payment_id')
    .execute()
  return rows.map(({ token, amount_cents }) => [token, amount_cents])
}

describe('an offline machine took a payment of the portal’s stay', () => {
  it('reported when a difference is due: the case is the surplus above it', async () => {
    const code = await enter()
    const token = await payHere(code)
    const paidAt = addMs(portal.clock.now(), minuteMs)
    portal.clock.forward(80)
    expect(await machine(code, 7, paidAt)).toMatchObject({ paid: true })
    expect(await cases(code)).toEqual([[token, 600]])
  })

  it('before the portal’s payment, and reports it after', async () => {
    const code = await enter()
    const paidAt = portal.clock.now()
    portal.clock.forward(2)
    const token = await payHere(code)
    portal.clock.forward(80)
    await machine(code, 7, paidAt)
    expect(await cases(code)).toEqual([[token, 600]])
  })

  it('a part, before the portal took all of it', async () => {
    const code = await enter()
    const paidAt = portal.clock.now()
    portal.clock.forward(2)
    const token = await payHere(code)
    await machine(code, 5, paidAt)
    expect(await cases(code)).toEqual([[token, 500]])
  })

  it('paid twice at a machine after the portal: the sum of both', async () => {
    const code = await enter()
    const token = await payHere(code)
    await machine(code, 7)
    await machine(code, 7)
    expect(await cases(code)).toEqual([[token, 1400]])
  })
})

describe('a machine took a payment that was owed', () => {
  it('the difference, online: no case', async () => {
    const code = await enter()
    await payHere(code)
    portal.clock.forward(80)
    await machine(code, 1)
    expect(await cases(code)).toEqual([])
  })

  it('the difference, reported after the exit: no case', async () => {
    const code = await enter()
    await payHere(code)
    portal.clock.forward(80)
    const paidAt = portal.clock.now()
    const left = { lot_id: 1, gate: 'S1', code, at: addMs(paidAt, minuteMs).toISOString() }
    await portal.db
      .updateTable('ticket')
      .set({ exited_at: new Date(left.at), exit_gate: left.gate })
      .where('code', '=', code)
      .execute()
    portal.clock.forward(30)
    await machine(code, 1, paidAt)
    expect(await cases(code)).toEqual([])
  })
})

describe('reported in the order in which it happened, long after, the exit last', () => {
  const leave = async (code: string, left: Date) => {
    const out = { lot_id: 1, gate: 'S1', code, at: left.toISOString() }
    return must(await portal.gate().exit(out)).body
  }
  /** Paid at a machine, two minutes later here, and left after five more. */
  async function twiceAndLeft() {
    const code = await enter()
    const paidAt = portal.clock.now()
    portal.clock.forward(2)
    const token = await payHere(code)
    portal.clock.forward(5)
    return { code, token, paidAt, left: portal.clock.now() }
  }

  it.each([3, 80, 12 * 60])('paid twice, reported %i min later: 7,00, once', async (late) => {
    const { code, token, paidAt, left } = await twiceAndLeft()
    portal.clock.forward(late)
    await machine(code, 7, paidAt)
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([[token, 700]])
    expect(await leave(code, left)).toMatchObject({ open: false, reason: 'exited' })
    expect(await cases(code)).toEqual([[token, 700]])
  })

  it('and a part refunded by staff before the exit is reported: the rest', async () => {
    const { code, token, paidAt, left } = await twiceAndLeft()
    portal.clock.forward(12 * 60)
    await machine(code, 7, paidAt)
    const manager = await staffMember(portal, 2)
    const back = { value: 3, kept: 7, reason: 'Pago duas vezes' }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, back))
    await portal.runJobs()
    await leave(code, left)
    expect(await cases(code)).toEqual([[token, 400]])
  })

  it('reported, and refunded by staff in two parts before the exit is: nothing more', async () => {
    const { code, token, paidAt, left } = await twiceAndLeft()
    await machine(code, 7, paidAt)
    const manager = await staffMember(portal, 2)
    for (const [value, kept] of [
      [3, 7],
      [2, 4],
    ]) {
      const back = { value, kept, reason: 'Pago duas vezes' }
      must(await manager.post(`/api/staff/transactions/${token}/refund`, back))
      await portal.runJobs()
    }
    portal.clock.forward(12 * 60)
    await leave(code, left)
    expect(await cases(code)).toEqual([[token, 200]])
  })

  it('the difference, paid here for a car that had left', async () => {
    const code = await enter()
    await payHere(code)
    const left = addMs(portal.clock.now(), minuteMs)
    portal.clock.forward(80)
    const difference = await payHere(code)
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([[difference, 100]])
  })

  it('paid on the portal after the car had left: the surplus', async () => {
    const code = await enter()
    const left = portal.clock.now()
    portal.clock.forward(175)
    const token = await payHere(code)
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([[token, 200]])
  })

  it('the difference, and the exit at once, with an instance clock three minutes behind: no case', async () => {
    const code = await portal.openTicket(165)
    await payHere(code)
    portal.clock.forward(17)
    await payHere(code)
    const left = addMs(portal.clock.now(), -3 * minuteMs)
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([])
  })

  it('the difference, paid before the car left: no case', async () => {
    const code = await enter()
    await payHere(code)
    portal.clock.forward(80)
    await payHere(code)
    const left = addMs(portal.clock.now(), minuteMs)
    portal.clock.forward(12 * 60)
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([])
  })

  it('the difference, waived for a car that had left: no payment of it', async () => {
    const code = await enter()
    await payHere(code)
    const left = addMs(portal.clock.now(), minuteMs)
    portal.clock.forward(80)
    const desk = await staffMember(portal, 10)
    must(await desk.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cancela sem sinal' }))
    expect(await leave(code, left)).toMatchObject({ open: true, reason: 'paid' })
    expect(await cases(code)).toEqual([])
  })
})

it('each of two payments of the portal has a case of its balance, newest first', async () => {
  const code = await enter()
  const first = await payHere(code)
  portal.clock.forward(80)
  const second = await payHere(code)
  await machine(code, 3)
  expect(await cases(code)).toEqual([
    [first, 200],
    [second, 100],
  ])
})
