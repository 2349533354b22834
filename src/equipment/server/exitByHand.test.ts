import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { freshPlate, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let gate: Gate
let supervisor: PortalClient
beforeAll(async () => {
  gate = portal.gate()
  supervisor = await staffMember(portal, 10)
  await setReserve(portal, {})
})

const parked = async (minutes: number, plate = freshPlate()) => {
  const entered_at = portal.clock.minutesAgo(minutes).toISOString()
  return textAt(must(await gate.entry({ lot_id: 1, gate: 'E1', plate, entered_at })).body, 'code')
}
const asks = async (code: string, name = 'S1', lot_id = 1) =>
  (await gate.exit({ lot_id, gate: name, code })).body
const reason = 'O motorista pagou no caixa ao lado'
const letOut = (code: string, body: object = {}) =>
  supervisor.post(`/api/staff/tickets/${code}/exit`, { reason, ...body })
const file = async (code: string) => (await supervisor.get(`/api/staff/tickets/${code}/edit`)).body
const owing = async () =>
  (at((await supervisor.get('/api/staff/tickets?state=owing')).body, 'data') as { id: string }[]).map(
    ({ id }) => id,
  )

describe('an ordinary car that staff let out', () => {
  it('leaves once though money is due, which stays due and is listed', async () => {
    const code = await parked(100)
    expect(await asks(code)).toMatchObject({ open: false, reason: 'due' })
    const feed = Number(at((await gate.events()).body, 'next'))
    must(await letOut(code))
    portal.clock.forward(1)
    must(await letOut(code, { reason: 'Repetido' }))
    portal.clock.forward(-1)
    const until = new Date(portal.clock.now().getTime() + 15 * 60_000)
    const [told, ...repeated] = at((await gate.events(feed)).body, 'events') as { deadline: string }[]
    expect(repeated).toEqual([])
    expect(JSON.stringify(at(await file(code), 'data.history'))).not.toContain('Repetido')
    expect(told).toMatchObject({ kind: 'authorised', code })
    expect(new Date(told?.deadline ?? '')).toEqual(until)
    expect(await owing()).not.toContain(code)
    expect(await asks(code)).toMatchObject({
      open: true,
      reason: 'authorised',
      due: 6,
      deadline: told?.deadline,
    })
    expect(await asks(code)).toMatchObject({ open: false, reason: 'exited' })
    expect(await owing()).toContain(code)
    expect(at(await file(code), 'data')).toMatchObject({
      owed: { value: 6 },
      can: { exit: false, left: false },
    })
    must(await gate.payment({ code, amount: 6, paid_at: portal.clock.now().toISOString(), method: 'cash' }))
    expect(await owing()).not.toContain(code)
    await expectInvariants(portal)
  })

  it.each([
    { minutes: 15.9, open: true, reason: 'authorised' },
    { minutes: 16.1, open: false, reason: 'due' },
  ])('$minutes minutes later: $reason', async ({ minutes, ...answer }) => {
    const code = await parked(100)
    must(await letOut(code))
    portal.clock.forward(minutes)
    expect(await asks(code)).toMatchObject(answer)
  })

  it('a repeated exit gets the same answer', async () => {
    const code = await parked(100)
    must(await letOut(code))
    const key = { 'idempotency-key': `by hand ${code}` }
    const out = { lot_id: 1, gate: 'S1', code }
    const first = (await gate.exit(out, key)).body
    expect((await gate.exit(out, key)).body).toEqual(first)
    expect(first).toMatchObject({ data: { open: true, reason: 'authorised' } })
  })

  it('and has left already: the ticket is closed at once', async () => {
    const code = await parked(100)
    const closed = must(await letOut(code, { left: true }))
    expect(at(closed.body, 'data')).toMatchObject({ exit_gate: 'balcão', owed: { value: 6 } })
    expect(await asks(code)).toMatchObject({ open: false, reason: 'exited' })
    const trail = await portal.db
      .selectFrom('audit')
      .select(['action', 'actor', 'after'])
      .where('action', '=', 'exit_authorised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(trail).toMatchObject({
      actor: /^staff \d+$/.exec(trail.actor)?.[0],
      after: { reason, amount_cents: 600 },
    })
  })
})

describe('refused', () => {
  const refusals = [
    { name: 'a ticket that has left', status: 410, code: 'ticket_exited' },
    { name: 'a replaced ticket', status: 409, code: 'ticket_blocked' },
    { name: 'a reserved car', status: 409, code: 'ticket_reserved' },
    { name: 'a reserved car that has left, alone inside', status: 409, code: 'ticket_reserved' },
  ]
  const ticketOf = async (name: string): Promise<string> => {
    if (name.startsWith('a reserved')) {
      const car = await reserved(portal, 1)
      must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
      return car.code
    }
    const code = await parked(100)
    if (name === 'a ticket that has left') must(await letOut(code, { left: true }))
    else {
      const manager = await staffMember(portal, 2)
      must(await manager.post(`/api/staff/tickets/${code}/replace`, { reason }))
    }
    return code
  }
  it.each(refusals)('$name: $code', async ({ name, status, code }) => {
    const ticket = await ticketOf(name)
    const answer = await letOut(ticket, { left: name.includes('alone') })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  it('without a reason or for an unknown ticket', async () => {
    expect((await letOut(await parked(10), { reason: '' })).status).toBe(422)
    expect((await letOut('0000000000998')).status).toBe(404)
  })
})

it('a reserved car that has left, its plate inside twice: closed, and its hold is released', async () => {
  const car = await reserved(portal, 1)
  must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(40)
  await parked(0, car.plate)
  must(await letOut(car.code, { left: true }))
  await portal.runJobs()
  expect(at((await car.read()).body, 'data')).toMatchObject({ state: 'voided', reserve: { state: 'exited' } })
  const open = portal.db
    .selectFrom('review_case')
    .where('kind', '=', 'plate_twice')
    .where('closed_at', 'is', null)
  expect(await open.select('id').execute()).toEqual([])
  await expectInvariants(portal)
})

it('a refused exit is in the history of the ticket with gate, reason and amount', async () => {
  const code = await parked(100)
  await asks(code, 'S2')
  await asks(code, 'S3', 2)
  const rows = await portal.db
    .selectFrom('exit_refusal')
    .innerJoin('ticket', 'ticket.id', 'ticket_id')
    .where('code', '=', code)
    .select(['exit_refusal.gate', 'reason', 'due_cents'])
    .orderBy('exit_refusal.id')
    .execute()
  expect(rows).toEqual([
    { gate: 'S2', reason: 'due', due_cents: 600 },
    { gate: 'S3', reason: 'other_lot', due_cents: null },
  ])
  const history = at(await file(code), 'data.history') as { text: string; amount: object | null }[]
  expect(history).toContainEqual(
    expect.objectContaining({
      text: 'Saída recusada (S2): não pago',
      amount: { value: 6, valueHuman: '6,00' },
    }),
  )
})
