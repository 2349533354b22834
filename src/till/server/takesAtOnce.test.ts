import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Answer, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { closeTill, moveTill, openTill, take, takeIdOf, undoTake } from '#test/support/garage/till.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let cashier: PortalClient
let manager: PortalClient
let gate: Gate
beforeAll(async () => {
  cashier = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
  gate = portal.gate()
  await openTill(cashier)
})

const refusal = (code: string, status = 409) => ({ status, body: { code } })
const leaves = (code: string) => gate.exit({ lot_id: 1, gate: 'S1', code })
const ticketOf = async (code: string) =>
  at(must(await cashier.get(`/api/staff/tickets/${code}/edit`)).body, 'data')

describe('at once', () => {
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

  it('two takes of one ticket: one is taken, the other reads that it is paid', async () => {
    const own = await openTill(manager, 0)
    const code = await portal.openTicket(130)
    const answers = await Promise.all([take(cashier, code, { value: 7 }), take(manager, code, { value: 7 })])
    expect(statuses(answers)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('already_paid'))
    must(await closeTill(manager, own, 0, undefined))
  })

  it('twenty takes: receipts are numbered without a gap', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => portal.openTicket(130)))
    const before = await lastReceipt()
    const answers = await Promise.all(codes.map((code) => take(cashier, code, { value: 7 })))
    const numbers = answers.map(({ body }) => Number(String(at(body, 'data.receipt')).slice(-6)))
    expect(numbers.sort((a, b) => a - b)).toEqual(codes.map((_, i) => before + 1 + i))
  })

  it('the same key: one take', async () => {
    const code = await portal.openTicket(130)
    const answers = await Promise.all([1, 2, 3].map(() => take(cashier, code, { value: 7 }, 'at once')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(takeIdOf)).size).toBe(1)
  })

  it('a take and a machine: the machine is recorded in any case, the take only before it', async () => {
    const code = await portal.openTicket(130)
    const paidAt = portal.clock.now().toISOString()
    const [taken, machine] = await Promise.all([
      take(cashier, code, { value: 7 }),
      gate.payment({ code, amount: 7, paid_at: paidAt, method: 'cash' }),
    ])
    expect(machine.status).toBe(200)
    if (taken.status !== 201) expect(taken).toMatchObject(refusal('already_paid'))
  })

  it('a take and a card: at most one keeps money', async () => {
    const code = await portal.openTicket(130)
    const client = portal.client()
    const token = await openTransaction(client, code)
    const [taken, paid] = await Promise.all([
      take(cashier, code, { value: 7 }),
      pay(client, token, cardEndingIn(1)),
    ])
    await portal.runJobs()
    const kept = [taken.status === 201, at(paid.body, 'data.ok') === true].filter(Boolean)
    expect(kept.length).toBe(1)
  })

  it('an undoing and the exit: undone and owing, or left and final', async () => {
    const code = await portal.openTicket(130)
    const id = takeIdOf(must(await take(cashier, code, { value: 7 })))
    const [undone, left] = await Promise.all([undoTake(cashier, id), leaves(code)])
    expect(left.body).toMatchObject({ open: true })
    const owed = at(await ticketOf(code), 'owed')
    if (undone.status === 200) expect(owed).toMatchObject({ value: 7 })
    else expect([undone, owed]).toMatchObject([refusal('take_final'), null])
  })

  it('a close and a take: the count includes the take, or there is no till', async () => {
    const own = await openTill(manager, 0)
    const code = await portal.openTicket(130)
    const [taken, closed] = await Promise.all([take(manager, code, { value: 7 }), closeTill(manager, own, 0)])
    const expected = at(must(closed).body, 'data.expected')
    if (taken.status === 201) expect(expected).toMatchObject({ value: 7 })
    else expect([taken, expected]).toMatchObject([refusal('no_till'), { value: 0 }])
  })

  it('two withdrawals of all that there is: one is made', async () => {
    const own = await openTill(manager, 10)
    const answers = await Promise.all(
      [1, 2].map(() => moveTill(manager, own, { kind: 'withdrawal', value: 10 })),
    )
    expect(statuses(answers)).toEqual([201, 409])
    must(await closeTill(manager, own, 0))
  })

  it('two openings by one person: one till', async () => {
    const body = { lot_id: 1, float: 0 }
    const answers = await Promise.all([1, 2].map(() => manager.post('/api/staff/tills', body)))
    expect(statuses(answers)).toEqual([201, 409])
  })
})

async function lastReceipt(): Promise<number> {
  const counters = portal.db.selectFrom('till_receipt').select('number').where('lot_id', '=', 1)
  return (await counters.executeTakeFirst())?.number ?? 0
}
