import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { latestDeadline, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { machinePaymentDeadline, sortByPaidAt } from './machinePaymentDeadline.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const minute = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
const minuteOf = (at: Date | null) => at && (at.getTime() - enteredAt.getTime()) / minuteMs
const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }
const A: StayTerms = { rules: demoTariffs.A, timeZone }
const D: StayTerms = { rules: demoTariffs.D, timeZone }

type Paid = readonly [minute: number, amountCents: number]
const pay = (minutes: number, amountCents: number): Paid => [minutes, amountCents]

function record(facts: StayFacts, [at, amountCents]: Paid, terms: StayTerms): StayFacts {
  const part = { n: facts.segments.length + 1, amountCents, paidAt: minute(at), exitDeadlineAt: null }
  const exitDeadlineAt = machinePaymentDeadline(facts, terms, part)
  return { ...facts, segments: [...facts.segments, { ...part, exitDeadlineAt }] }
}

/** The deadlines of payments recorded in this order, as minutes. */
function deadlines(payments: readonly Paid[], { terms = A, facts = open } = {}): (number | null)[] {
  const { segments } = payments.reduce((known, paid) => record(known, paid, terms), facts)
  return segments.map(({ exitDeadlineAt }) => minuteOf(exitDeadlineAt))
}

describe('the deadline that each payment at a machine gives, in the order of recording, under A', () => {
  it.each<[string, readonly Paid[], (number | null)[]]>([
    ['the price', [pay(31, 600)], [46]],
    ['more than the price', [pay(31, 2000)], [46]],
    ['the price of five minutes before', [pay(125, 600)], [140]],
    ['the price of six minutes before', [pay(126, 600)], [null]],
    ['less than the price', [pay(31, 599)], [null]],
    ['a coin in the free time', [pay(10, 1)], [null]],
    ['a coin right after the free time', [pay(31, 1)], [null]],
    ['a coin five minutes after the free time', [pay(35.9, 1)], [null]],
    ['the price, paid in the free time', [pay(10, 600)], [null]],
    ['a coin that completes it', [pay(10, 599), pay(31, 1)], [null, 46]],
    ['a coin inside an open deadline', [pay(110, 600), pay(112, 1)], [125, null]],
    ['a coin in the minute of the deadline', [pay(110, 600), pay(125.9, 1)], [125, null]],
    ['a coin after a paid step', [pay(40, 600), pay(122, 1)], [55, null]],
    ['the difference after a paid step', [pay(40, 600), pay(121, 100)], [55, 136]],
    ['a coin while the price is covered', [pay(40, 600), pay(100, 1)], [55, null]],
    ['the same price twice', [pay(110, 600), pay(111, 600)], [125, null]],
    ['two parts', [pay(122, 500), pay(127, 200)], [null, 142]],
    ['two parts, recorded the other way', [pay(127, 200), pay(122, 500)], [null, 142]],
    ['the price, recorded after its difference', [pay(121, 100), pay(40, 600)], [null, 136]],
    ['the price, recorded after a later coin', [pay(150, 50), pay(40, 600)], [null, 55]],
  ])('%s', (_, payments, expected) => {
    expect(deadlines(payments)).toEqual(expected)
  })
  it('includes the fee of a replacement, also in the free time', () => {
    const facts = { ...open, feeCents: 2500 }
    expect(deadlines([pay(10, 2499)], { facts })).toEqual([null])
    expect(deadlines([pay(10, 2500)], { facts })).toEqual([25])
    expect(deadlines([pay(40, 2500)], { facts })).toEqual([null])
  })
  it('is the end of the paid fraction where the tariff says so', () => {
    expect(deadlines([pay(20, 1200)], { terms: D })).toEqual([60])
    expect(deadlines([pay(62, 1200)], { terms: D })).toEqual([77])
    const facts = { ...open, feeCents: 2500 }
    expect(deadlines([pay(20, 3700)], { terms: D, facts })).toEqual([60])
    expect(deadlines([pay(62, 3700)], { terms: D, facts })).toEqual([77])
  })
})

it('payments are sorted by instant, then the larger first, then as recorded', () => {
  const part = (n: number, [at, amountCents]: Paid) => ({
    n,
    amountCents,
    paidAt: minute(at),
    exitDeadlineAt: null,
  })
  const sorted = [part(4, pay(31, 1)), part(5, pay(40, 700)), part(1, pay(40, 600)), part(3, pay(40, 600))]
  expect(sortByPaidAt(sorted.toReversed())).toEqual(sorted)
  expect(sortByPaidAt(sorted)).toEqual(sorted)
})

describe('for every stay', () => {
  const anyTerms = fc.constantFrom(A, D, { rules: demoTariffs.B, timeZone })
  const anyPaid = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 2000 }))
  const inTurn = (payments: readonly Paid[]) => payments.toSorted(([a], [b]) => a - b)

  it('a payment gives a deadline only if it covers an amount due within five minutes, checked every second', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(anyPaid, { maxLength: 4 }), anyPaid, (terms, payments, last) => {
        const before = inTurn(payments.filter(([at]) => at < last[0]))
        const facts = before.reduce((known, paid) => record(known, paid, terms), open)
        const part = { n: 9, amountCents: last[1], paidAt: minute(last[0]), exitDeadlineAt: null }
        const seconds = Array.from({ length: 301 }, (_, n) => addMs(part.paidAt, -1000 * n))
        const covers = seconds.some((at) => {
          const { dueCents } = stayAt(facts, terms, at)
          return dueCents > 0 && dueCents <= part.amountCents
        })
        expect(machinePaymentDeadline(facts, terms, part) !== null).toBe(covers)
      }),
    )
  })

  it('parts of one price give the same deadline in any order of recording', () => {
    const someday = fc.integer({ min: 31, max: 400 })
    const shares = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 4 })
    const gaps = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 })
    const keys = fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(anyTerms, someday, shares, gaps, keys, (terms, from, parts, waits, order) => {
        const at = parts.map((_, n) => from + waits.slice(0, n).reduce((sum, wait) => sum + wait, 0))
        const dueAt = (minutes: number) => stayAt(open, terms, minute(minutes)).dueCents
        const dueCents = dueAt(at.at(-1) ?? from)
        // Without a price step in between.
        fc.pre(dueAt(from - 5) === dueCents)
        const whole = parts.reduce((sum, share) => sum + share, 0)
        const cents = parts.map((share) => Math.floor((dueCents * share) / whole))
        const rest = dueCents - cents.reduce((sum, each) => sum + each, 0)
        const paid = parts.map((_, n): Paid => [at[n] ?? from, (cents[n] ?? 0) + (n === 0 ? rest : 0)])
        const another = paid
          .map((each, n) => ({ each, key: order[n] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        const untilOf = (payments: readonly Paid[]) =>
          latestDeadline(payments.reduce((facts, one) => record(facts, one, terms), open).segments)
        expect(untilOf(another)).toEqual(untilOf(paid))
        expect(untilOf(paid)).not.toBeNull()
      }),
    )
  })
})
