import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, minuteMs, addMs } from '#kit/clock.ts'
import { findHonouredPrice } from '#ticket/quote/honouredPrice.ts'
import { exitDeadline, type PaidSegment, stayAt, type StayFacts, type StayTerms } from '#ticket/stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { dueWhenPriced } from './dueWhenPriced.ts'
import { decideByRule, ruleAnswerText, type RuleFacts } from './rules.ts'
import { contestReasonNames, isReopenable } from './states.ts'

const none: RuleFacts = {
  keptCents: 700,
  overCents: 700,
  paidTwiceCase: null,
  earlierPayments: [],
  due: null,
}
const maxCents = 5000

describe('what a rule refunds', () => {
  it.each([
    ['charged_twice', none, null],
    ['charged_twice', { ...none, paidTwiceCase: { id: 4 }, overCents: 600 }, 600],
    ['charged_twice', { ...none, paidTwiceCase: { id: 4 }, overCents: 1400 }, 700],
    ['charged_twice', { ...none, paidTwiceCase: { id: 4 }, overCents: 0 }, null],
    ['charged_twice', { ...none, earlierPayments: [{ id: 3 }] }, 700],
    ['charged_twice', { ...none, earlierPayments: [{ id: 3 }], overCents: 0 }, null],
    ['charged_twice', { ...none, keptCents: 5001, overCents: 5001, earlierPayments: [{ id: 3 }] }, null],
    ['charged_twice', { ...none, keptCents: 5000, overCents: 5000, earlierPayments: [{ id: 3 }] }, 5000],
    ['wrong_price', { ...none, due: { cents: 600, ticketId: 9 }, overCents: 40 }, 40],
    ['wrong_price', { ...none, due: { cents: 600, ticketId: 9 } }, 100],
    ['wrong_price', { ...none, due: { cents: 700, ticketId: 9 } }, null],
    ['wrong_price', { ...none, due: { cents: 800, ticketId: 9 } }, null],
    // What was given back before counts.
    ['wrong_price', { ...none, keptCents: 600, due: { cents: 600, ticketId: 9 } }, null],
    ['wrong_price', { ...none, paidTwiceCase: { id: 4 } }, null],
    ['gate_closed', { ...none, paidTwiceCase: { id: 4 } }, null],
    ['not_mine', { ...none, due: { cents: 0, ticketId: 9 } }, null],
    ['other', { ...none, earlierPayments: [{ id: 3 }] }, null],
  ] as const)('%s of %j: %s', (reason, proof, expected) => {
    expect(decideByRule(reason, proof, maxCents)?.amountCents ?? null).toBe(expected)
  })

  it.each([
    [
      'charged_twice',
      { ...none, paidTwiceCase: { id: 4 }, earlierPayments: [{ id: 3 }] },
      { rule: 'paid_twice', amountCents: 700, rows: 'review_case 4' },
      'Esta permanência foi paga também em uma máquina ou no caixa. R$\u00a07,00 voltam ao cartão.',
    ],
    [
      'charged_twice',
      { ...none, earlierPayments: [{ id: 3 }, { id: 5 }] },
      { rule: 'same_segment', amountCents: 700, rows: 'payment 3, payment 5' },
      'Esta permanência foi paga duas vezes. R$\u00a07,00 voltam ao cartão.',
    ],
    [
      'wrong_price',
      { ...none, due: { cents: 600, ticketId: 9 } },
      { rule: 'lower_price', amountCents: 100, rows: 'ticket 9' },
      'O valor certo era menor que o cobrado. R$\u00a01,00 voltam ao cartão.',
    ],
  ] as const)(
    '%s of %j is decided by its rule, which the driver reads',
    (reason, proof, expected, answer) => {
      const decision = decideByRule(reason, proof, maxCents)
      expect(decision).toEqual(expected)
      expect(decision && ruleAnswerText(decision, 'ao cartão')).toBe(answer)
    },
  )

  const cents = fc.integer({ min: 0, max: 8000 })
  const anyProof = fc.record({
    keptCents: cents,
    overCents: cents,
    paidTwiceCase: fc.option(fc.record({ id: fc.nat() })),
    earlierPayments: fc.array(fc.record({ id: fc.nat() }), { maxLength: 2 }),
    due: fc.option(fc.record({ cents, ticketId: fc.nat() })),
  })

  it('is never above what is kept or the limit, names its rows, and is not refunded twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...contestReasonNames), anyProof, (reason, proof) => {
        const first = decideByRule(reason, proof, maxCents)
        if (first === null) return
        expect(first.amountCents).toBeGreaterThan(0)
        expect(first.amountCents).toBeLessThanOrEqual(Math.min(proof.keptCents, proof.overCents, maxCents))
        expect(first.rows).toMatch(/^(review_case|payment|ticket) \d+/)
        // A refund shrinks what is kept and what is over.
        const after = {
          ...proof,
          keptCents: proof.keptCents - first.amountCents,
          overCents: proof.overCents - first.amountCents,
        }
        const second = decideByRule(reason, after, maxCents)
        const given = first.amountCents + (second?.amountCents ?? 0)
        expect(given).toBeLessThanOrEqual(Math.min(proof.keptCents, proof.overCents))
        if (first.rule === 'lower_price') expect(second).toBeNull()
      }),
    )
  })
})

describe('the price of a charge', () => {
  const timeZone = 'America/Sao_Paulo'
  const enteredAt = new Date('2026-11-21T12:00:00Z')
  const minute = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
  const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }
  const A: StayTerms = { rules: demoTariffs.A, timeZone }
  const frozen = (facts: StayFacts, amountCents: number, now: Date, terms: StayTerms = A) => {
    const price = findHonouredPrice(facts, terms, { amountCents, now })
    if (!price) throw new Error('not due')
    return { priceExpiresAt: price.expiresAt, segmentN: price.segmentN }
  }
  const waiver = { n: 2, amountCents: 100, exitDeadlineAt: null, waived: true }

  it.each([
    ['nothing came late', [], 700],
    ['a waiver of R$ 1,00 given before', [{ ...waiver, paidAt: minute(120) }], 600],
    ['a waiver given in that instant', [{ ...waiver, paidAt: minute(121) }], 600],
    ['a waiver given after the charge', [{ ...waiver, paidAt: minute(122) }], 700],
    ['another number for what was waived', [{ ...waiver, n: 1, paidAt: minute(120) }], 700],
    ['money of a machine is a case', [{ ...waiver, paidAt: minute(120), waived: false }], 700],
  ])('121 minutes under A, R$ 7,00: %s', (_, later, expected) => {
    const price = frozen(open, 700, minute(121))
    const own = { n: 1, amountCents: 700, paidAt: minute(121), exitDeadlineAt: minute(136) }
    const facts = { ...open, segments: [own, ...later] }
    expect(dueWhenPriced(facts, A, { ...price, chargedAt: minute(121) })).toBe(expected)
  })

  it.each([
    ['given before, and fixed by the charge', { at: minute(120), grantedCents: 350 }, 350],
    ['given before, and still standing', { at: minute(120) }, 350],
    ['given after the charge', { at: minute(122) }, 700],
    ['undone before it', { at: minute(100), countsUntil: minute(110) }, 700],
    ['undone, within its five minutes', { at: minute(100), countsUntil: minute(123) }, 350],
  ])('121 minutes under A, R$ 7,00, a validation of half %s', (_, given, expected) => {
    const price = frozen(open, 700, minute(121))
    const half = {
      id: 1,
      kind: 'percent',
      value: 50,
      maxCents: null,
      text: 'Convênio',
      segmentN: null,
    } as const
    const validations = [{ ...half, grantedCents: null, countsUntil: null, ...given }]
    const own = { n: 1, amountCents: 700, paidAt: minute(121), exitDeadlineAt: minute(136) }
    const facts = { ...open, segments: [own], validations }
    expect(dueWhenPriced(facts, A, { ...price, chargedAt: minute(121) })).toBe(expected)
  })

  it('is what was charged, for every stay and every honoured price', () => {
    const anyTariff = fc.constantFrom(demoTariffs.A, demoTariffs.B, demoTariffs.D)
    const seconds = fc.integer({ min: 0, max: 30 * 3600 })
    const within = fc.integer({ min: 0, max: 299 })
    const anyPaid = fc.option(seconds)
    fc.assert(
      fc.property(anyTariff, anyPaid, seconds, within, within, (rules, paid, shown, waits, pays) => {
        const terms = { rules, timeZone }
        const at = (second: number) => addMs(enteredAt, second * 1000)
        const segments: PaidSegment[] = []
        const earlier = paid === null || paid > shown ? 0 : stayAt(open, terms, at(paid)).dueCents
        if (paid !== null && earlier > 0) {
          const exitDeadlineAt = exitDeadline({ rules, enteredAt, paidAt: at(paid), timeZone })
          segments.push({ n: 1, amountCents: earlier, paidAt: at(paid), exitDeadlineAt })
        }
        const facts = { ...open, segments }
        const { dueCents } = stayAt(facts, terms, at(shown))
        fc.pre(dueCents > 0)
        const frozenAt = at(shown + waits)
        const price = frozen(facts, dueCents, frozenAt, terms)
        const chargedAt = addMs(frozenAt, pays * 1000)
        fc.pre(chargedAt < price.priceExpiresAt)
        expect(dueWhenPriced(facts, terms, { ...price, chargedAt })).toBe(dueCents)
      }),
    )
  })
})

it.each([
  ['declined', 0, null, true],
  ['declined', 7, null, false],
  ['declined', 6, new Date('2026-03-02T00:00:00Z'), false],
  ['open', 0, null, false],
  ['withdrawn', 0, null, false],
] as const)(
  '%s, answered %i days ago, reopened %s: may be reopened: %s',
  (state, days, reopened_at, expected) => {
    const answeredAt = new Date('2026-03-10T12:00:00Z')
    expect(
      isReopenable({ state, answered_at: answeredAt, reopened_at }, addMs(answeredAt, days * dayMs)),
    ).toBe(expected)
  },
)
