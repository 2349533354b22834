import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { sumCents } from './blockTariff.ts'
import {
  exitDeadline,
  type PaidSegment,
  standingSegments,
  stayAt,
  type StayFacts,
  withExitOpenUntil,
} from './stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { computePrice, type TariffRules } from './tariff.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const after = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
const minuteOf = (at: Date | null) => at && (at.getTime() - enteredAt.getTime()) / minuteMs
const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }

const paid = (n: number, amountCents: number, paidAt: number, until: number | null): PaidSegment => ({
  n,
  amountCents,
  paidAt: after(paidAt),
  exitDeadlineAt: until === null ? null : after(until),
})
const once = { ...open, segments: [paid(1, 600, 110, 125)] }
const twice = { ...open, segments: [...once.segments, paid(2, 100, 141, 156)] }
const lost = { ...open, feeCents: 2500 }
const lostPaid = { ...once, feeCents: 2500, segments: [paid(1, 3100, 110, 125)] }
const waived = { ...open, segments: [paid(1, 0, 110, 125)] }
/** Paid at a machine whose clock is two minutes ahead. */
const tooLittle = { ...open, segments: [paid(1, 300, 142, null)] }
const tooLittleAfterwards = { ...open, segments: [...once.segments, paid(2, 50, 128, null)] }
const coin = { ...open, segments: [paid(1, 1, 10, null)] }
const early = { ...open, segments: [paid(1, 600, 10, null)] }

describe('state under A', () => {
  test.each([
    // facts, minute, state, due, segment, quote until, free until, sair até
    ['before the entrance', open, -1, 'issued', 0, 1, null, null, null],
    ['just entered', open, 0, 'free', 0, 1, null, 30, null],
    ['in the tolerance', open, 30, 'free', 0, 1, null, 30, null],
    ['past it', open, 31, 'due', 600, 1, 121, null, null],
    ['shortly before a step', open, 118, 'due', 600, 1, 123, null, null],
    ['paid', once, 110, 'paid', 0, 2, null, null, 125],
    ['at the deadline', once, 125, 'paid', 0, 2, null, null, 125],
    ['past the deadline', once, 126, 'overdue', 100, 2, 181, null, 125],
    ['30 minutes later', once, 140, 'overdue', 100, 2, 181, null, 125],
    ['difference paid', twice, 156, 'paid', 0, 3, null, null, 156],
    ['past it, nothing more owed', twice, 180, 'paid', 0, 3, null, null, 156],
    ['and owed again', twice, 181, 'overdue', 100, 3, 241, null, 156],
    ['waived', waived, 120, 'paid', 0, 2, null, null, 125],
    ['waived, but did not leave', waived, 126, 'overdue', 700, 2, 181, null, 125],
    [
      'waived in the tolerance',
      { ...open, segments: [paid(1, 0, 10, 25)] },
      20,
      'paid',
      0,
      2,
      null,
      null,
      25,
    ],
    ['a replacement in the tolerance', lost, 10, 'due', 2500, 1, 31, null, null],
    ['a replacement past it', lost, 31, 'due', 3100, 1, 121, null, null],
    ['a replacement that was paid', lostPaid, 125, 'paid', 0, 2, null, null, 125],
    ['and owes the difference only', lostPaid, 126, 'overdue', 100, 2, 181, null, 125],
    ['less than the price opens nothing by any clock', tooLittle, 140, 'overdue', 400, 2, 181, null, null],
    ['and takes nothing from what was paid before', tooLittleAfterwards, 125, 'paid', 0, 3, null, null, 125],
    ['nor adds to it', tooLittleAfterwards, 127, 'overdue', 50, 3, 181, null, 125],
    ['a coin in the tolerance', coin, 30, 'free', 0, 2, null, 30, null],
    ['a coin, past the tolerance', coin, 31, 'overdue', 599, 2, 121, null, null],
    ['the price, paid before it was due', early, 30, 'free', 0, 2, null, 30, null],
    ['the same, once it is due', early, 31, 'paid', 0, 2, null, null, null],
    ['the same, to the end of the block', early, 120, 'paid', 0, 2, null, null, null],
    ['the same, at the next step', early, 121, 'overdue', 100, 2, 181, null, null],
    ['a coin on a replacement', { ...coin, feeCents: 2500 }, 10, 'overdue', 2499, 2, 31, null, null],
    ['blocked', { ...open, blockedAt: after(5) }, 60, 'blocked', 0, 1, null, null, null],
    ['left in the tolerance', { ...open, exitedAt: after(20) }, 60, 'exited', 0, 1, null, null, null],
    ['left', { ...once, exitedAt: after(120) }, 500, 'exited', 0, 2, null, null, 125],
    [
      'left although blocked',
      { ...once, exitedAt: after(120), blockedAt: after(5) },
      500,
      'exited',
      0,
      2,
      null,
      null,
      125,
    ],
  ])('%s', (_, facts, minute, state, dueCents, segmentN, quoteUntil, freeUntil, exitUntil) => {
    const stay = stayAt(facts, { rules: demoTariffs.A, timeZone }, after(minute))
    expect({ state: stay.state, dueCents: stay.dueCents, segmentN: stay.nextSegmentN }).toEqual({
      state,
      dueCents,
      segmentN,
    })
    expect(minuteOf(stay.quoteExpiresAt)).toBe(quoteUntil)
    expect(minuteOf(stay.freeUntil)).toBe(freeUntil)
    expect(minuteOf(stay.exitDeadlineAt)).toBe(exitUntil)
  })
  test('seconds are dropped: the deadline is over with its minute', () => {
    const stateAt = (at: Date) => stayAt(once, { rules: demoTariffs.A, timeZone }, at).state
    expect([stateAt(addMs(after(126), -1)), stateAt(after(126))]).toEqual(['paid', 'overdue'])
  })
  test('minutes stop at the exit', () => {
    const facts = { ...once, exitedAt: after(120) }
    expect(stayAt(facts, { rules: demoTariffs.A, timeZone }, after(999)).minutes).toBe(120)
  })
  test('the difference shows the whole price and what was paid', () => {
    const stay = stayAt(once, { rules: demoTariffs.A, timeZone }, after(140))
    expect(stay.lines.map((line) => [line.text, line.amountCents])).toEqual([
      ['Primeiras 2 h', 600],
      ['1 fração de 1 h', 100],
      ['Já pago', -600],
    ])
    expect(stay.paidCents).toBe(600)
  })

  test('a replacement is a line of its own', () => {
    const stay = stayAt(lost, { rules: demoTariffs.A, timeZone }, after(31))
    expect(stay.lines.map((line) => [line.text, line.amountCents])).toEqual([
      ['Primeiras 2 h', 600],
      ['Segunda via do ticket', 2500],
    ])
  })
  test('what costs and was paid nothing has no line', () => {
    const stay = stayAt(waived, { rules: demoTariffs.A, timeZone }, after(126))
    expect(stay.lines.map(({ text }) => text)).toEqual(['Primeiras 2 h', '1 fração de 1 h'])
  })
  test('the latest deadline holds, in any order of payments', () => {
    const facts = { ...open, segments: [paid(1, 600, 110, 125), paid(2, 100, 100, 115)] }
    const stay = stayAt(facts, { rules: demoTariffs.A, timeZone }, after(125))
    expect([minuteOf(stay.exitDeadlineAt), stay.state]).toEqual([125, 'paid'])
  })
  test('an undone payment counts for five minutes, not an instant longer', () => {
    const segments = [{ ...paid(1, 600, 110, 125), undoneAt: after(112) }]
    expect(standingSegments(segments, addMs(after(117), -1))).toEqual(segments)
    expect(standingSegments(segments, after(117))).toEqual([])
  })
})

describe('an exit that is open', () => {
  const at = (facts: StayFacts, minute: number) =>
    stayAt(facts, { rules: demoTariffs.A, timeZone }, after(minute))
  test.each([
    ['due', at(open, 31)],
    ['overdue', at(once, 126)],
  ] as const)('asks for nothing where something is %s', (state, stay) => {
    expect(stay.state).toBe(state)
    expect(withExitOpenUntil(stay, after(140))).toEqual({
      ...stay,
      state: 'free',
      dueCents: 0,
      lines: [],
      quoteExpiresAt: null,
      nextRiseAt: null,
      freeUntil: after(140),
      exitDeadlineAt: null,
    })
    expect(withExitOpenUntil(stay, null)).toBe(stay)
  })
  test.each([at(open, 5), at(once, 120), at({ ...open, blockedAt: after(5) }, 60)])(
    'changes nothing where nothing is due (%#)',
    (stay) => expect(withExitOpenUntil(stay, after(140))).toBe(stay),
  )
})

describe('exit deadline', () => {
  test.each([
    ['A', 110, undefined, 125],
    ['A', 40, undefined, 55],
    ['D', 20, undefined, 60],
    ['D', 50, undefined, 65],
    ['D', 62, undefined, 90],
    ['D', 62, 1500, 90],
    ['D', 62, 1200, 77],
    ['D', 500, 4500, 1440],
  ] as const)('%s paid at %i (%s) -> %i', (name, paidAt, paidCents, until) => {
    const rules = demoTariffs[name]
    const deadline = exitDeadline({ rules, enteredAt, paidAt: after(paidAt), timeZone, paidCents })
    expect(minuteOf(deadline)).toBe(until)
  })
  test('a price that never rises again gives the tolerance, and the ticket stays paid', () => {
    const rules: TariffRules = { ...demoTariffs.D, cap: null, step: { minutes: 30, value_cents: 0 } }
    const exitDeadlineAt = exitDeadline({ rules, enteredAt, paidAt: after(70), timeZone })
    expect(minuteOf(exitDeadlineAt)).toBe(85)
    const facts = { ...open, segments: [{ n: 1, amountCents: 1200, paidAt: after(70), exitDeadlineAt }] }
    expect(stayAt(facts, { rules, timeZone }, after(9999)).state).toBe('paid')
  })
})

describe('for every stay', () => {
  const anyRules = fc.constantFrom<TariffRules>(demoTariffs.A, demoTariffs.B, demoTariffs.D)
  const anyMinute = fc.integer({ min: -10, max: 5000 })
  test('lines sum to what is due; a quote never ends before now + 5 min', () => {
    fc.assert(
      fc.property(anyRules, anyMinute, anyMinute, (rules, paidMinute, minute) => {
        const facts = { ...open, segments: payDue(rules, open, paidMinute) }
        const stay = stayAt(facts, { rules, timeZone }, after(minute))
        expect(sumCents(stay.lines)).toBe(stay.dueCents)
        expect(stay.dueCents > 0).toBe(stay.state === 'due' || stay.state === 'overdue')
        if (stay.quoteExpiresAt) expect(stay.quoteExpiresAt >= after(minute + 5)).toBe(true)
      }),
    )
  })
  test('paying whenever something is due costs, in the end, the price of the last payment', () => {
    fc.assert(
      fc.property(anyRules, fc.array(anyMinute, { maxLength: 8 }), (rules, visits) => {
        const minutes = visits.toSorted((a, b) => a - b)
        const facts = minutes.reduce<StayFacts>(
          (facts, minute) => ({ ...facts, segments: [...facts.segments, ...payDue(rules, facts, minute)] }),
          open,
        )
        const total = facts.segments.reduce((sum, segment) => sum + segment.amountCents, 0)
        const last = facts.segments.at(-1)
        expect(total).toBe(
          last ? computePrice(rules, { enteredAt, at: last.paidAt, timeZone }).amountCents : 0,
        )
        expect(facts.segments.map((segment) => segment.n)).toEqual(facts.segments.map((_, i) => i + 1))
      }),
    )
  })
  test('right after paying nothing is due', () => {
    fc.assert(
      fc.property(anyRules, anyMinute, (rules, minute) => {
        const facts = { ...open, segments: payDue(rules, open, minute) }
        expect(stayAt(facts, { rules, timeZone }, after(minute)).dueCents).toBe(0)
      }),
    )
  })
})

function payDue(rules: TariffRules, facts: StayFacts, minute: number): PaidSegment[] {
  const paidAt = after(minute)
  const { dueCents, nextSegmentN } = stayAt(facts, { rules, timeZone }, paidAt)
  if (dueCents === 0) return []
  const exitDeadlineAt = exitDeadline({ rules, enteredAt, paidAt, timeZone })
  return [{ n: nextSegmentN, amountCents: dueCents, paidAt, exitDeadlineAt }]
}
