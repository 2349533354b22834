import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { surplusReasons } from '../surplusReason.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { logIn } from '#test/support/people.ts'
import { reserved, type Reserved, setReserve, passMinutes } from '#test/support/garage/reserve.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})
beforeEach(() => setReserve(portal, {}))

async function sales(token: string) {
  const ledger = await portal.simulator.ledger()
  return ledger
    .filter(({ order_id }) => order_id.startsWith(token))
    .map(({ authorised, captured, voided }) => ({ authorised, captured, voided }))
}
async function lastMail(): Promise<string | undefined> {
  await portal.runJobs()
  const kept = portal.db.selectFrom('mail').select('subject').orderBy('id', 'desc').limit(1)
  return (await kept.executeTakeFirst())?.subject
}
const held = { authorised: 5000, captured: 0, voided: 0 }

async function enter(car: Reserved) {
  const entry = must(await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  expect(entry.body).toMatchObject({ code: car.code, open: true, reservation: { plate: car.plate } })
}
const leave = (car: Reserved) => gate.exit({ lot_id: 1, gate: 'S1', code: car.code })

/** A login ends after half a day, so the driver signs in again. */
async function wait(car: Reserved, minutes: number) {
  portal.clock.forward(minutes)
  if (minutes >= 12 * 60) must(await logIn(car.client, car.person))
}

const minutesFor = (cents: number) => 120 + ((cents - 600) / 100) * 60

describe('hold 50,00, retained 15,00', () => {
  it('a stay of 32,00: 32,00 captured, the rest released, and the exit opens', async () => {
    const car = await reserved(portal)
    expect(await sales(car.token)).toEqual([held])
    await enter(car)
    await wait(car, minutesFor(3200))
    expect((await leave(car)).body).toMatchObject({ open: false, reason: 'not_authorised', due: 32 })
    expect(at(must(await car.value()).body, 'data')).toMatchObject({ value: 32, due: { value: 0 } })
    const confirmed = must(await car.confirm())
    expect(at(confirmed.body, 'data')).toMatchObject({
      ok: true,
      surplus_token: null,
      transaction: { state: 'captured', value: 32, reserve: { state: 'exit_confirmed' } },
    })
    expect(at(must(await car.confirm()).body, 'data.ticket_dt_exit')).toBe(
      at(confirmed.body, 'data.ticket_dt_exit'),
    )
    expect(await sales(car.token)).toEqual([{ ...held, captured: 3200 }])
    await wait(car, 15)
    expect((await leave(car)).body).toMatchObject({ open: true, reason: 'paid' })
    expect(await car.confirm()).toMatchObject({ status: 409, body: { code: 'reservation_over' } })
    await expectInvariants(portal)
  })

  it('a stay of 57,00: 50,00 captured, and 7,00 paid as a second transaction before the exit opens', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, minutesFor(5700))
    const first = must(await car.confirm())
    expect(at(first.body, 'data')).toMatchObject({
      ok: false,
      reason: `${surplusReasons.above} Pague a diferença para liberar a saída.`,
      surplus: { value: 7, destination: 1, ticket_code: car.code },
      transaction: { state: 'captured', value: 50, reserve: { state: 'surplus_due' } },
    })
    const surplus = textAt(first.body, 'data.surplus_token')
    expect(at(first.body, 'data.transaction.ticket_dt_exit')).toBeNull()
    expect(await lastMail()).toMatch(/^Recibo do estacionamento: R\$.50,00, falta pagar R\$.7,00$/)
    expect((await leave(car)).body).toMatchObject({ open: false, reason: 'overdue', due: 7 })
    expect(textAt(must(await car.confirm()).body, 'data.surplus_token')).toBe(surplus)
    expect(at(must(await pay(car.client, surplus, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect(await sales(car.token)).toEqual([{ ...held, captured: 5000 }])
    expect(await sales(surplus)).toEqual([{ authorised: 700, captured: 700, voided: 0 }])
    expect(await lastMail()).toMatch(/^Recibo do estacionamento: R\$.7,00, sair até/)
    expect(at(must(await car.read()).body, 'data.ticket_dt_exit')).toBeNull()
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: true, surplus: null })
    expect((await leave(car)).body).toMatchObject({ open: true })
    await expectInvariants(portal)
  })

  it('cancelled: 15,00 captured, the rest released; a repeat answers the same', async () => {
    const car = await reserved(portal)
    const cancelled = must(await car.cancel())
    expect(at(cancelled.body, 'data')).toMatchObject({
      state: 'captured',
      value: 15,
      reserve: { state: 'cancelled', can_cancel: false },
    })
    expect(at(must(await car.cancel()).body, 'data.value')).toBe(15)
    expect(await sales(car.token)).toEqual([{ ...held, captured: 1500 }])
    await expectInvariants(portal)
  })

  it('retained 0,00: all of it is released', async () => {
    await setReserve(portal, { minCents: 0 })
    const car = await reserved(portal)
    expect(at(must(await car.cancel()).body, 'data')).toMatchObject({
      state: 'voided',
      reserve: { state: 'cancelled' },
    })
    expect(await sales(car.token)).toEqual([{ ...held, voided: 5000 }])
    await expectInvariants(portal)
  })

  it('not used in time: a no-show pays the retained amount', async () => {
    const car = await reserved(portal)
    await wait(car, 12 * 60 + 1)
    expect(at(must(await car.read()).body, 'data.reserve.state')).toBe('no_show')
    expect((await gate.entry({ lot_id: 1, gate: 'E1', plate: car.plate })).body).not.toHaveProperty(
      'reservation',
    )
    await portal.sweep()
    await portal.runJobs()
    expect(await sales(car.token)).toEqual([held])
    expect(await car.cancel()).toMatchObject({ status: 409, body: { code: 'reservation_over' } })
    // An offline gate may report for an hour.
    await passMinutes(portal, 60)
    expect(await sales(car.token)).toEqual([{ ...held, captured: 1500 }])
    expect(await car.cancel()).toMatchObject({ status: 409, body: { code: 'reservation_over' } })
    await expectInvariants(portal)
  })

  it('a retained amount above the hold is clamped, and logged', async () => {
    await setReserve(portal, { minCents: 9000 })
    const car = await reserved(portal)
    expect(portal.logs.join('')).toContain('reservation settings contradict themselves')
    must(await car.cancel())
    expect(await sales(car.token)).toEqual([{ ...held, captured: 5000 }])
  })

  it('a free stay inside the tolerance: released, and the exit opens', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, 10)
    expect((await leave(car)).body).toMatchObject({ open: false, reason: 'not_authorised' })
    const lookUp = async () =>
      at(must(await portal.client().post('/api/tk_ticket/read', { code: car.code })).body, 'data.ticket')
    expect(await lookUp()).toMatchObject({ state: 'free', awaits_exit: true })
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({ ok: true })
    expect(await lookUp()).toMatchObject({ state: 'free', awaits_exit: false })
    expect(await sales(car.token)).toEqual([{ ...held, voided: 5000 }])
    expect((await leave(car)).body).toMatchObject({ open: true, reason: 'free' })
    await expectInvariants(portal)
  })

  it('left too late after the confirmation: priced again, only the difference is paid', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, 120)
    must(await car.confirm())
    await wait(car, 20)
    expect((await leave(car)).body).toMatchObject({ open: false, reason: 'overdue', due: 1 })
    expect(at(must(await car.read()).body, 'data.reserve.state')).toBe('entered')
    await portal.sweep()
    const again = must(await car.confirm())
    const surplus = textAt(again.body, 'data.surplus_token')
    expect(at(must(await pay(car.client, surplus, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect((await leave(car)).body).toMatchObject({ open: true })
    expect(await sales(car.token)).toEqual([{ ...held, captured: 600 }])
    expect(await sales(surplus)).toEqual([{ authorised: 100, captured: 100, voided: 0 }])
    await expectInvariants(portal)
  })

  it('paid at the machine: the gate opens, the hold is released, and no stay is paid twice', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, 120)
    const paid_at = portal.clock.now().toISOString()
    must(await gate.payment({ code: car.code, amount: 6, paid_at, method: 'pix' }))
    expect((await leave(car)).body).toMatchObject({ open: true, reason: 'paid' })
    await portal.runJobs()
    expect(await sales(car.token)).toEqual([{ ...held, voided: 5000 }])
    expect(at(must(await car.read()).body, 'data')).toMatchObject({
      state: 'voided',
      reserve: { state: 'exited' },
    })
    await expectInvariants(portal)
  })

  it('a car that stays is charged from the hold before the hold ends, a day before the capture window', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, 6 * 24 * 60 + 1)
    await portal.sweep()
    expect(await sales(car.token)).toEqual([{ ...held, captured: 5000 }])
    expect(at(must(await car.confirm()).body, 'data')).toMatchObject({
      ok: false,
      surplus: { destination: 1 },
    })
    await expectInvariants(portal)
  })
})

describe('the acquirer fails during the exit’s authorisation', () => {
  it.each(['drop_after_commit', 'status_500', 'html'])(
    '%s: the hold is still captured once',
    async (fault) => {
      const car = await reserved(portal)
      await enter(car)
      await wait(car, minutesFor(3200))
      await portal.simulator.fault(fault)
      const first = must(await car.confirm())
      await portal.simulator.clearFaults()
      if (at(first.body, 'data.ok') !== true) {
        expect(at(first.body, 'data.needs_reload')).toBe(true)
        await wait(car, 2)
        await portal.sweep()
      }
      expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
      expect(await sales(car.token)).toEqual([{ ...held, captured: 3200 }])
      await expectInvariants(portal)
    },
  )

  it('the hold lapsed: nothing can be captured, and the stay is paid like any other', async () => {
    const car = await reserved(portal)
    await enter(car)
    await wait(car, minutesFor(3200))
    const [sale] = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(car.token))
    await fetch(`${portal.simulator.url}/_sim/expire`, {
      method: 'POST',
      body: JSON.stringify({ payment_id: sale?.payment_id }),
    })
    const confirmed = must(await car.confirm())
    expect(at(confirmed.body, 'data')).toMatchObject({
      ok: false,
      reason: `${surplusReasons.lapsed} Pague a diferença para liberar a saída.`,
      surplus: { value: 32 },
      transaction: { state: 'voided', reserve: { owed: surplusReasons.lapsed } },
    })
    const surplus = textAt(confirmed.body, 'data.surplus_token')
    expect(at(must(await pay(car.client, surplus, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect((await leave(car)).body).toMatchObject({ open: true })
    await expectInvariants(portal)
  })
})
