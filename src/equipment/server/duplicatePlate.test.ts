import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Answer, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { freshPlate, reserved, setReserve, passMinutes } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
  await setReserve(portal, {})
})

const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
type Told = { plate?: string; code?: string; minutes?: number; lot_id?: number }
const enters = ({ minutes = 0, lot_id = 1, ...told }: Told): Promise<Answer> =>
  gate.entry({ lot_id, gate: 'E1', entered_at: ago(minutes), ...told })
const codeOf = async (told: Told) => textAt(must(await enters(told)).body, 'code')
const leaves = (named: { plate: string } | { code: string }) => gate.exit({ lot_id: 1, gate: 'S1', ...named })
const insideOf = async (plate: string) =>
  (
    await portal.db.selectFrom('ticket').select('code').where('plate', '=', plate).orderBy('id').execute()
  ).map(({ code }) => code)
const mailsAbout = async (text: string) => {
  await portal.runJobs()
  const mails = (await portal.client().get('/dev/mail')).body as { text: string }[]
  return mails.filter((mail) => mail.text.includes(text))
}

describe('one plate reported again at the entrance', () => {
  const printed = (n: number) => `990000000000${n}`
  const cases = [
    { name: 'a minute later without a code', first: {}, again: { minutes: 9 }, tickets: 1 },
    { name: 'two minutes later', first: {}, again: { minutes: 8 }, tickets: 1 },
    { name: 'two minutes earlier', first: {}, again: { minutes: 12 }, tickets: 1 },
    { name: 'a second over two minutes later', first: {}, again: { minutes: 8 - 1 / 60 }, tickets: 2 },
    {
      name: 'with the same code',
      first: { code: printed(1) },
      again: { code: printed(1), minutes: 9 },
      tickets: 1,
    },
    {
      name: 'with another code',
      first: { code: printed(2) },
      again: { code: printed(3), minutes: 9 },
      tickets: 1,
    },
    { name: 'in another lot', first: {}, again: { minutes: 9, lot_id: 2 }, tickets: 2 },
  ]
  it.each(cases)('$name: $tickets', async ({ first, again, tickets }) => {
    const plate = freshPlate()
    await codeOf({ plate, minutes: 10, ...first })
    await codeOf({ plate, ...again })
    expect(await insideOf(plate)).toHaveLength(tickets)
  })

  it.each([
    { name: 'inside a visit that has ended', minutes: 25, tickets: 1 },
    { name: 'after that visit', minutes: 15, tickets: 2 },
    { name: 'before that visit', minutes: 35, tickets: 2 },
  ])('late, $name: $tickets', async ({ minutes, tickets }) => {
    const plate = freshPlate()
    const code = await codeOf({ plate, minutes: 30 })
    expect((await gate.exit({ lot_id: 1, gate: 'S1', plate, at: ago(20) })).body).toMatchObject({
      open: true,
    })
    const late = await codeOf({ plate, minutes })
    expect(late === code).toBe(tickets === 1)
    expect(await insideOf(plate)).toHaveLength(tickets)
  })

  it('answers the same number, and another printed number opens the same stay', async () => {
    const plate = freshPlate()
    const code = await codeOf({ plate, minutes: 10 })
    expect(await codeOf({ plate, minutes: 9 })).toBe(code)
    expect(await codeOf({ plate, minutes: 9, code: printed(5) })).toBe(printed(5))
    expect(await codeOf({ plate, minutes: 9, code: printed(6) })).toBe(printed(6))
    expect((await leaves({ code: printed(6) })).body).toMatchObject({ open: true, code: printed(6) })
    expect((await leaves({ code: printed(5) })).body).toMatchObject({ open: false, reason: 'exited' })
  })

  it('at the same time by two devices: one visit', async () => {
    const plate = freshPlate()
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf({ plate })))
    expect(new Set(codes).size).toBe(1)
  })

  it('with a number of another car is refused', async () => {
    const taken = await codeOf({ plate: freshPlate() })
    const plate = freshPlate()
    await codeOf({ plate })
    expect(await enters({ plate, code: taken })).toMatchObject({
      status: 409,
      body: { code: 'ticket_exists' },
    })
  })
})

describe('one plate twice inside', () => {
  it('does not open by the plate, alerts staff of both, and opens again when one is closed', async () => {
    const plate = freshPlate()
    const first = await codeOf({ plate, minutes: 20 })
    const second = await codeOf({ plate, minutes: 10 })
    const exit = { lot_id: 1, gate: 'S1', plate }
    const key = { 'idempotency-key': `twice ${plate}` }
    const asked = await gate.exit(exit, key)
    expect(asked.body).toEqual({
      open: false,
      reason: 'ask_ticket',
      message: 'Use o ticket',
      data: { open: false, reason: 'ask_ticket', message: 'Use o ticket' },
    })
    expect((await gate.exit(exit, key)).body).toEqual(asked.body)
    expect((await mailsAbout(first)).map(({ text }) => text.includes(second))).toContain(true)
    const supervisor = await staffMember(portal, 10)
    const closed = await supervisor.post(`/api/staff/tickets/${first}/exit`, {
      reason: 'Já tinha saído',
      left: true,
    })
    expect(at(must(closed).body, 'data.exit_gate')).toBe('balcão')
    expect((await leaves({ plate })).body).toMatchObject({ open: true, code: second })
  })

  it.each(['reservation first', 'ticket first'])(
    'of a reservation, %s: no job captures it',
    async (order) => {
      const stranger = freshPlate()
      const car = await reserved(portal, 1)
      if (order === 'ticket first') await codeOf({ plate: stranger, minutes: 5 })
      await codeOf({ plate: car.plate })
      portal.clock.forward(5)
      const other =
        order === 'ticket first' ? stranger : textAt(must(await enters({ plate: car.plate })).body, 'code')
      if (order === 'ticket first')
        await portal.db.updateTable('ticket').set({ plate: car.plate }).where('plate', '=', other).execute()
      const ofCar = portal.db
        .selectFrom('reservation')
        .innerJoin('payment', 'payment.id', 'reservation.payment_id')
        .where('payment.token', '=', car.token)
      const { deadline_at } = await ofCar.select('reservation.deadline_at').executeTakeFirstOrThrow()
      await passMinutes(portal, ((deadline_at?.getTime() ?? 0) - portal.clock.now().getTime()) / 60_000 + 1)
      expect(at((await car.read()).body, 'data.state')).toBe('authorised')
      const cases = await ofCar
        .innerJoin('review_case', 'review_case.payment_id', 'payment.id')
        .select(['kind', 'closed_at'])
        .execute()
      expect(cases).toEqual([{ kind: 'plate_twice', closed_at: null }])
      const manager = await staffMember(portal, 2)
      const closing = { reason: 'Era o mesmo carro' }
      must(await manager.post(`/api/staff/transactions/${car.token}/cases/plate_twice/close`, closing))
      await portal.sweep()
      await portal.runJobs()
      expect(at((await car.read()).body, 'data.state')).not.toBe('authorised')
    },
  )
})
