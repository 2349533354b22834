import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { sumCents } from '../blockTariff.ts'
import { findHonouredPrice } from './honouredPrice.ts'
import { exitDeadline, type PaidSegment, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import type { TariffRules } from '../tariff.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const windowMs = 5 * minuteMs
const secondMs = 1000
const after = (seconds: number) => addMs(enteredAt, seconds * secondMs)
const minute = (minutes: number) => after(60 * minutes)
const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }
/** Several steps and a deadline within 5 minutes. */
const hasty: TariffRules = {
  ...demoTariffs.A,
  entry_tolerance_min: 1,
  exit_tolerance_min: 2,
  first_block: { minutes: 2, value_cents: 600 },
  step: { minutes: 2, value_cents: 100 },
}
const A: StayTerms = { rules: demoTariffs.A, timeZone }

const until = (facts: StayFacts, amountCents: number, minutes: number) => {
  const honoured = findHonouredPrice(facts, A, { amountCents, now: minute(minutes) })
  return honoured && (honoured.expiresAt.getTime() - enteredAt.getTime()) / minuteMs
}
const paidAt = (minutes: number, amountCents: number): StayFacts => ({
  ...open,
  segments: [{ n: 1, amountCents, paidAt: minute(minutes), exitDeadlineAt: minute(minutes + 15) }],
})

describe('after a payment was undone at minute 160', () => {
  const paid = paidAt(100, 600)
  const undone = { ...paid, segments: paid.segments.map((one) => ({ ...one, undoneAt: minute(160) })) }
  it.each([
    ['the difference for five minutes', 100, 162, 165],
    ['to the end of them', 100, 164.99, 165],
    ['and no longer, though it was due a minute ago', 100, 165, null],
    ['the whole price not before', 700, 164.99, null],
    ['but then', 700, 165, 186],
  ])('%s', (_, amountCents, at, honouredUntil) => {
    expect(until(undone, amountCents, at)).toBe(honouredUntil)
  })
})

describe('under A', () => {
  it.each([
    // what, facts, centavos, minute, honoured until
    ['the price of now', open, 600, 60, 126],
    ['a step ago', open, 600, 125, 126],
    ['the new one at once', open, 700, 125, 186],
    ['to the end of its 5 minutes', open, 600, 125.99, 126],
    ['and no longer', open, 600, 126, null],
    ['not before its time', open, 700, 120.99, null],
    ['nothing inside the tolerance', open, 0, 20, null],
    ['never less than was due', open, 1, 60, null],
    ['what is paid is not due again', paidAt(100, 600), 600, 101, null],
    ['the difference after the deadline', paidAt(110, 600), 100, 126, 186],
    ['not before the deadline', paidAt(110, 600), 100, 124, null],
    ['with a part paid, the rest', { ...paidAt(60, 200), segments: [part(60, 200)] }, 400, 61, 126],
    [
      'with a part paid, not the whole that was shown before',
      { ...open, segments: [part(60, 200)] },
      600,
      61,
      null,
    ],
    ['of a car that has left, nothing', { ...open, exitedAt: minute(60) }, 600, 61, null],
    ['of a ticket that was replaced, nothing', { ...open, blockedAt: minute(60) }, 600, 61, null],
  ] as const)('%s', (_, facts, amountCents, minutes, expected) => {
    expect(until(facts, amountCents, minutes)).toBe(expected)
  })
  it('every step of the last minutes is honoured, and the amount due between a deadline and the next step', () => {
    const terms = { rules: hasty, timeZone }
    const among = (facts: StayFacts, minutes: number) =>
      [100, 200, 300, 600, 700, 800, 900].filter(
        (amountCents) => findHonouredPrice(facts, terms, { amountCents, now: minute(minutes) }) !== null,
      )
    expect(among(open, 6.5)).toEqual([600, 700, 800])
    const left = {
      ...open,
      segments: [{ n: 1, amountCents: 600, paidAt: minute(2), exitDeadlineAt: minute(3.5) }],
    }
    expect(among(left, 4)).toEqual([])
    expect(among(left, 5.5)).toEqual([100, 200])
    expect(among(left, 7.5)).toEqual([100, 200, 300])
  })
  it('a price that never rises is honoured for 5 minutes at a time', () => {
    const flat: StayTerms = {
      rules: { ...demoTariffs.D, cap: null, step: { minutes: 30, value_cents: 0 } },
      timeZone,
    }
    const now = minute(9999)
    expect(findHonouredPrice(open, flat, { amountCents: 1200, now })?.expiresAt).toEqual(addMs(now, windowMs))
  })
})

function part(minutes: number, amountCents: number): PaidSegment {
  return { n: 1, amountCents, paidAt: minute(minutes), exitDeadlineAt: null }
}

const anyRules = fc.constantFrom<TariffRules>(demoTariffs.A, demoTariffs.B, demoTariffs.D, hasty, hasty)
const anySecond = fc.integer({ min: -300, max: 30 * 3600 })
const withinWindow = fc.integer({ min: 0, max: windowMs / secondMs })
/** Payments, machine coins and waivers, each of a share of the amount due. */
const anyPayments = fc.array(fc.record({ at: anySecond, share: fc.constantFrom(1, 1, 0.5) }), {
  maxLength: 3,
})
const anyScene = fc.record({
  rules: anyRules,
  payments: anyPayments,
  lookedAt: anySecond,
  waited: withinWindow,
})
type Scene = {
  rules: TariffRules
  payments: readonly { at: number; share: number }[]
  lookedAt: number
  waited: number
}

/** The facts after all events until this second. */
function known({ rules, payments }: Scene, second: number): StayFacts {
  const happened = payments.filter(({ at }) => at <= second).toSorted((a, b) => a.at - b.at)
  return happened.reduce<StayFacts>((facts, { at, share }) => {
    const { dueCents, nextSegmentN, paidCents } = stayAt(facts, { rules, timeZone }, after(at))
    const amountCents = Math.ceil(dueCents * share)
    if (amountCents === 0) return facts
    const covered = amountCents === dueCents
    const paid = { rules, enteredAt, paidAt: after(at), timeZone, paidCents: paidCents + amountCents }
    const exitDeadlineAt = covered ? exitDeadline(paid) : null
    const segment = { n: nextSegmentN, amountCents, paidAt: after(at), exitDeadlineAt }
    return { ...facts, segments: [...facts.segments, segment] }
  }, open)
}

/** Amounts due at any second of the window. */
function dueWithin(facts: StayFacts, terms: StayTerms, now: number): Set<number> {
  const seconds = Array.from({ length: windowMs / secondMs + 1 }, (_, n) => now - n)
  // A deadline on a second expires a millisecond later.
  const instants = seconds.flatMap((second) => [after(second), addMs(after(Math.min(second, now - 1)), 1)])
  return new Set(instants.map((at) => stayAt(facts, terms, at).dueCents).filter((cents) => cents > 0))
}

describe('for every stay', () => {
  it('a price shown in the last 5 minutes is honoured unless a payment was made meanwhile', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const { rules, lookedAt, waited } = scene
        const terms = { rules, timeZone }
        const now = lookedAt + waited
        const [then, today] = [known(scene, lookedAt), known(scene, now)]
        fc.pre(then.segments.length === today.segments.length)
        const shown = stayAt(then, terms, after(lookedAt))
        fc.pre(shown.dueCents > 0 && shown.quoteExpiresAt !== null)
        const asked = { amountCents: shown.dueCents, now: after(now) }
        const honoured = findHonouredPrice(today, terms, asked)
        expect(honoured).toMatchObject({ segmentN: shown.nextSegmentN, lines: shown.lines })
        expect(sumCents(honoured?.lines ?? [])).toBe(shown.dueCents)
        const end = shown.quoteExpiresAt
        expect(end !== null && honoured !== null && honoured.expiresAt >= end).toBe(true)
        const again = findHonouredPrice(then, terms, { ...asked, now: after(lookedAt) })
        expect(again?.expiresAt).toEqual(honoured?.expiresAt)
      }),
    )
  })
  it('no other amount is: earlier, later, paid since, or of another tariff', () => {
    fc.assert(
      fc.property(anyScene, fc.integer({ min: -200, max: 200 }), (scene, near) => {
        const { rules, lookedAt, waited } = scene
        const terms = { rules, timeZone }
        const now = lookedAt + waited
        const facts = known(scene, now)
        const due = dueWithin(facts, terms, now)
        const elsewhere = Object.values(demoTariffs).map((other) => ({ rules: other, timeZone }))
        const asked = [
          ...[-60, -10, -5, -1, 0, 1, 10].map(
            (minutes) => stayAt(facts, terms, after(now + 60 * minutes)).dueCents,
          ),
          ...elsewhere.map((other) => stayAt(facts, other, after(now)).dueCents),
          stayAt(known(scene, lookedAt), terms, after(lookedAt)).dueCents,
          ...[...due].map((cents) => cents + near),
          0,
        ]
        for (const amountCents of asked) {
          const honoured = findHonouredPrice(facts, terms, { amountCents, now: after(now) }) !== null
          expect(honoured, `${amountCents} of ${[...due].join(', ')}`).toBe(due.has(amountCents))
        }
      }),
    )
  })
  it('a price may be paid until 5 minutes after its end, and not a second later', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const { rules, lookedAt } = scene
        const terms = { rules, timeZone }
        const facts = known(scene, lookedAt)
        const { dueCents: amountCents } = stayAt(facts, terms, after(lookedAt))
        const honoured = findHonouredPrice(facts, terms, { amountCents, now: after(lookedAt) })
        fc.pre(honoured !== null)
        const end = honoured?.expiresAt ?? enteredAt
        expect(findHonouredPrice(facts, terms, { amountCents, now: addMs(end, -1) })?.expiresAt).toEqual(end)
        expect(findHonouredPrice(facts, terms, { amountCents, now: end })).toBeNull()
      }),
    )
  })
})
