import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMs, minuteMs } from '#kit/clock.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import type { Validation } from './benefit.ts'
import { sumCents } from './blockTariff.ts'
import { exitDeadline, type PaidSegment, stayAt, type StayFacts, type StayTerms } from './stay.ts'
import type { TariffRules } from './tariff.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const after = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
const minuteOf = (at: Date | null) => at && (at.getTime() - enteredAt.getTime()) / minuteMs
const A: StayTerms = { rules: demoTariffs.A, timeZone }
const D: StayTerms = { rules: demoTariffs.D, timeZone }
const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }

type Given = Partial<Validation> & Pick<Validation, 'kind'>

const minutes = (value: number, given: Partial<Validation> = {}): Given => ({
  kind: 'minutes',
  value,
  ...given,
})
const amount = (value: number): Given => ({ kind: 'amount', value })
const percent = (value: number, maxCents: number | null = null): Given => ({
  kind: 'percent',
  value,
  maxCents,
})

/** One after the other from the entrance on, where no instant is given. */
function validated(given: readonly Given[], segments: readonly PaidSegment[] = []): StayFacts {
  const validations = given.map((one, i): Validation => ({
    value: null,
    maxCents: null,
    id: i + 1,
    text: `Convênio ${i + 1}`,
    at: after(i),
    grantedCents: null,
    countsUntil: null,
    segmentN: null,
    ...one,
  }))
  return { ...open, segments, validations }
}

const offsOf = (facts: StayFacts, terms: StayTerms, at: number) =>
  stayAt({ ...facts, feeCents: 1_000_000 }, terms, after(at)).lines.flatMap((line) =>
    line.validationId === undefined ? [] : [-line.amountCents],
  )

describe('what is taken off, and what is due', () => {
  test.each([
    // tariff, minute, benefits, off of each, due
    ['A', 31, [minutes(120)], [600], 0],
    ['A', 120, [minutes(120)], [600], 0],
    ['A', 121, [minutes(120)], [600], 100],
    ['A', 181, [minutes(120)], [600], 200],
    ['A', 25, [minutes(10)], [], 0],
    ['A', 31, [minutes(10)], [600], 0],
    ['A', 300, [amount(500)], [500], 400],
    ['A', 100, [amount(1000)], [600], 0],
    ['A', 181, [percent(50)], [400], 400],
    ['A', 121, [percent(33)], [231], 469],
    ['D', 391, [percent(50, 2000)], [2000], 2500],
    ['D', 1441, [minutes(1440)], [4500], 1200],
    ['A', 300, [percent(50), minutes(120)], [600, 150], 150],
    ['A', 300, [amount(200), minutes(120)], [600, 200], 100],
    ['D', 125, [minutes(60), minutes(30)], [1200, 300], 600],
  ] as const)('%s at %i: %j', (tariff, at, given, offs, due) => {
    const terms = tariff === 'A' ? A : D
    const facts = validated([...given])
    expect(offsOf(facts, terms, at)).toEqual(offs)
    expect(stayAt(facts, terms, after(at)).dueCents).toBe(due)
  })
})

describe('covered', () => {
  const until = (given: readonly Given[], at: number) => {
    const { state, coveredUntil, dueCents } = stayAt(validated(given), A, after(at))
    return [state, minuteOf(coveredUntil), dueCents]
  }
  test.each([
    ['validated at 31', minutes(120, { at: after(31) }), 31, 'covered', 120, 0],
    ['to the end of its minute', minutes(120, { at: after(31) }), 120.99, 'covered', 120, 0],
    ['past it', minutes(120, { at: after(31) }), 121, 'due', null, 100],
    ['validated at 119', minutes(120, { at: after(119) }), 119, 'covered', 134, 0],
    ['within the exit tolerance', minutes(120, { at: after(119) }), 134.99, 'covered', 134, 0],
    ['past the exit tolerance', minutes(120, { at: after(119) }), 135, 'due', null, 100],
    ['while nothing is due', minutes(120, { at: after(10) }), 20, 'free', null, 0],
    ['an hour of two days', minutes(2880, { at: after(31) }), 31, 'covered', 2880, 0],
    ['undone, for five minutes more', minutes(120, { countsUntil: after(45) }), 44, 'covered', 45, 0],
    ['undone', minutes(120, { countsUntil: after(45) }), 45, 'due', null, 600],
  ] as const)('%s', (_, given, at, state, end, due) => {
    expect(until([given], at)).toEqual([state, end, due])
  })
  test('for ever, where the price never rises again', () => {
    const flat = { ...A, rules: { ...demoTariffs.A, step: { minutes: 60, value_cents: 0 } } }
    expect(stayAt(validated([minutes(120)]), flat, after(31))).toMatchObject({
      state: 'covered',
      coveredUntil: null,
    })
  })
})

describe('beside money', () => {
  const paid = (n: number, amountCents: number, at: number, exitAt: number | null): PaidSegment => ({
    n,
    amountCents,
    paidAt: after(at),
    exitDeadlineAt: exitAt === null ? null : after(exitAt),
  })
  test.each([
    // facts, minute, state, due
    ['a part paid', validated([minutes(120)], [paid(1, 100, 121, 136)]), 136, 'paid', 0],
    ['past its deadline', validated([minutes(120)], [paid(1, 100, 121, 136)]), 181, 'overdue', 100],
    [
      'a percentage that was fixed',
      validated([{ ...percent(50), grantedCents: 350 }], [paid(1, 350, 121, 136)]),
      181,
      'overdue',
      100,
    ],
    [
      'all, at its deadline',
      validated([{ kind: 'all', segmentN: 1 }], [paid(1, 700, 150, 165)]),
      165,
      'paid',
      0,
    ],
    ['all, later', validated([{ kind: 'all', segmentN: 1 }], [paid(1, 700, 150, 165)]), 200, 'overdue', 100],
    [
      'all, of a lost ticket',
      { ...validated([{ kind: 'all', segmentN: 1 }], [paid(1, 700, 150, null)]), feeCents: 2000 },
      150,
      'overdue',
      2000,
    ],
  ] as const)('%s', (_, facts, at, state, due) => {
    const stay = stayAt(facts, A, after(at))
    expect([stay.state, stay.dueCents]).toEqual([state, due])
    expect(sumCents(stay.lines)).toBe(due)
  })
  test('a line names its validation, also of all', () => {
    const facts = validated([{ kind: 'all', segmentN: 1 }], [paid(1, 700, 150, 165)])
    expect(stayAt(facts, A, after(200)).lines).toContainEqual({
      text: 'Convênio 1',
      amountCents: -700,
      validationId: 1,
    })
  })
})

const anyBenefit: fc.Arbitrary<Given> = fc.oneof(
  fc.integer({ min: 1, max: 4320 }).map((value) => minutes(value)),
  fc.integer({ min: 1, max: 100_000 }).map(amount),
  fc.integer({ min: 1, max: 99 }).map((value) => percent(value)),
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 5000 }))
    .map(([value, max]) => percent(value, max)),
)
const anyGiven = fc.record({
  benefit: anyBenefit,
  at: fc.integer({ min: 0, max: 3000 }),
  granted: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null }),
})
const cents = fc.integer({ min: 0, max: 2000 })
const anyRules: fc.Arbitrary<TariffRules> = fc.oneof(
  fc.constantFrom<TariffRules>(demoTariffs.A, demoTariffs.B, demoTariffs.D),
  fc
    .record({ free: fc.integer({ min: 0, max: 40 }), first: cents, step: cents, capped: fc.boolean() })
    .map(({ free, first, step, capped }) => ({
      ...demoTariffs.A,
      entry_tolerance_min: free,
      first_block: { minutes: 30, value_cents: first },
      step: { minutes: 20, value_cents: step },
      cap: capped ? { value_cents: first + step * 3 } : null,
    })),
)

describe('for every tariff and set of validations', () => {
  test('what is due never is negative and never falls by time, and the lines sum to it', () => {
    fc.assert(
      fc.property(
        anyRules,
        fc.array(anyGiven, { maxLength: 3 }),
        fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null }),
        fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 2, maxLength: 12 }),
        (rules, given, paidMinute, instants) => {
          const terms = { rules, timeZone }
          const before = validated(
            given.map(({ benefit, at, granted }) => ({ ...benefit, at: after(at), grantedCents: granted })),
          )
          const facts = paidMinute === null ? before : payDue(before, terms, after(paidMinute))
          const from = paidMinute ?? 0
          let last = 0
          for (const minute of instants.filter((one) => one >= from).sort((a, b) => a - b)) {
            const stay = stayAt(facts, terms, after(minute))
            expect(stay.dueCents).toBeGreaterThanOrEqual(last)
            if (stay.lines.length > 0) expect(sumCents(stay.lines)).toBe(stay.dueCents)
            last = stay.dueCents
          }
        },
      ),
    )
  })
  test('nothing is due through the last covered minute, and something in the next one', () => {
    fc.assert(
      fc.property(
        anyRules,
        fc.array(anyGiven, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 3000 }),
        (rules, given, minute) => {
          const facts = validated(given.map(({ benefit, at }) => ({ ...benefit, at: after(at) })))
          const { state, coveredUntil } = stayAt(facts, { rules, timeZone }, after(minute))
          fc.pre(state === 'covered' && coveredUntil !== null)
          const dueAt = (at: Date) => stayAt(facts, { rules, timeZone }, at).dueCents
          expect(coveredUntil === null || dueAt(coveredUntil)).toBe(0)
          expect(coveredUntil === null || dueAt(addMs(coveredUntil, minuteMs))).toBeGreaterThan(0)
        },
      ),
    )
  })
})

function payDue(facts: StayFacts, terms: StayTerms, paidAt: Date): StayFacts {
  const { dueCents, offCents } = stayAt(facts, terms, paidAt)
  if (dueCents === 0) return facts
  const exitDeadlineAt = exitDeadline({ ...terms, enteredAt, paidAt, paidCents: dueCents + offCents })
  return { ...facts, segments: [{ n: 1, amountCents: dueCents, paidAt, exitDeadlineAt }] }
}
