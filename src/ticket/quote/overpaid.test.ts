import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { type PaidSegment, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { machinePaymentDeadline } from './machinePaymentDeadline.ts'
import { overpaidCents } from './overpaid.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const minute = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
const open: StayFacts = { enteredAt, exitedAt: null, blockedAt: null, segments: [] }
const A: StayTerms = { rules: demoTariffs.A, timeZone }

type Paid = readonly [minute: number, amountCents: number]
const pay = (minutes: number, amountCents: number): Paid => [minutes, amountCents]

/** The facts after payments recorded in this order. */
function told(payments: readonly Paid[], terms: StayTerms = A, unpaid = open): StayFacts {
  return payments.reduce<StayFacts>((facts, [at, amountCents]) => {
    const part = { n: facts.segments.length + 1, amountCents, paidAt: minute(at), exitDeadlineAt: null }
    const segment = { ...part, exitDeadlineAt: machinePaymentDeadline(facts, terms, part) }
    return { ...facts, segments: [...facts.segments, segment] }
  }, unpaid)
}

describe('overpayment under A', () => {
  it.each<[string, readonly Paid[], number, number]>([
    ['paid once', [pay(125, 700)], 126, 0],
    ['twice, reported at once', [pay(125, 700), pay(126, 700)], 127, 700],
    ['twice, reported when a difference is due', [pay(125, 700), pay(126, 700)], 205, 600],
    ['twice, reported when all of it has become due', [pay(125, 700), pay(126, 700)], 601, 0],
    ['at a machine first, reported after the portal’s payment', [pay(125, 700), pay(120, 600)], 126, 700],
    ['at a machine first, reported when a difference is due', [pay(125, 700), pay(120, 600)], 205, 500],
    [
      'a part at a machine, reported after the portal’s full payment',
      [pay(125, 700), pay(122, 500)],
      126,
      500,
    ],
    ['the difference, reported when it is no longer due', [pay(110, 600), pay(150, 100)], 160, 0],
    ['more than the difference', [pay(110, 600), pay(150, 600)], 160, 500],
    ['a part, and the rest', [pay(125, 500), pay(127, 200)], 140, 0],
    ['the price of five minutes before', [pay(124, 600)], 200, 0],
    ['a price that was honoured, paid twice', [pay(124, 600), pay(130, 600)], 131, 600],
    ['three times', [pay(125, 700), pay(126, 700), pay(127, 700)], 130, 1400],
  ])('%s', (_, payments, at, cents) => {
    expect(overpaidCents(told(payments), A, minute(at))).toBe(cents)
  })

  it('is counted until the exit', () => {
    const facts = {
      ...told([pay(125, 700), pay(126, 700)]),
      exitedAt: minute(138),
    }
    expect(overpaidCents(facts, A, minute(600))).toBe(700)
  })

  it.each<[string, number, number]>([
    ['that the car did not use, for it had left', 138, 0],
    ['that was due', 205, 0],
  ])('excludes a waiver %s', (_, left, cents) => {
    const paid = told([pay(125, 700), pay(200, 100)])
    const segments = paid.segments.map((segment) => ({ ...segment, waived: segment.n === 2 }))
    expect(overpaidCents({ ...paid, segments, exitedAt: minute(left) }, A, minute(600))).toBe(cents)
  })

  it('includes a machine payment of a waived amount', () => {
    const paid = told([pay(125, 700), pay(200, 100), pay(201, 100)])
    const segments = paid.segments.map((segment) => ({ ...segment, waived: segment.n === 2 }))
    expect(overpaidCents({ ...paid, segments }, A, minute(205))).toBe(100)
  })

  it('is the same for a ticket that was blocked since', () => {
    const facts = {
      ...told([pay(125, 700), pay(126, 700)]),
      blockedAt: minute(138),
    }
    expect(overpaidCents(facts, A, minute(205))).toBe(600)
  })

  it('was due when it was paid, though the exit was reported first', () => {
    const facts = {
      ...told([pay(110, 600), pay(150, 100)]),
      exitedAt: minute(160),
    }
    expect(overpaidCents(facts, A, minute(170))).toBe(0)
  })
})

type Part = readonly [minute: number, amountCents: number, more?: Partial<PaidSegment>]

describe('overpayment, in the order of payment and of recording', () => {
  const D: StayTerms = { rules: demoTariffs.D, timeZone }

  it.each<[string, StayTerms, readonly Part[], number, number]>([
    [
      'a coin before a waiver',
      A,
      [
        [31, 600, { waived: true }],
        [1, 1],
      ],
      31,
      1,
    ],
    [
      'coins around a waiver that they complete',
      A,
      [
        [31, 1],
        [32, 599, { waived: true }],
        [32, 1],
        [1, 1],
      ],
      32,
      1,
    ],
    [
      'a deadline whose price went back',
      A,
      [
        [172, 700, { countedCents: 0 }],
        [121, 701],
      ],
      181,
      0,
    ],
    [
      'a deadline that is covered, after a coin that went back',
      A,
      [
        [226, 800],
        [1, 1, { countedCents: 0 }],
        [235, 1],
        [1, 1],
      ],
      241,
      2,
    ],
    [
      'the price before it was due, reported after the price',
      A,
      [
        [117, 1],
        [106, 600],
        [1, 600],
      ],
      121,
      501,
    ],
    [
      'all of it before it was due, reported after the price',
      A,
      [
        [295, 900],
        [1, 900],
      ],
      301,
      900,
    ],
    [
      'a coin and the rest in one instant',
      A,
      [
        [366, 1],
        [366, 1099],
      ],
      366,
      0,
    ],
    [
      'a coin, and most of it long before',
      A,
      [
        [241, 7],
        [31, 893],
      ],
      241,
      300,
    ],
    [
      'the price, before it was due and reported later',
      D,
      [
        [198, 2700],
        [1, 1, { countedCents: 0 }],
        [1, 1],
      ],
      211,
      1,
    ],
    [
      'a coin, and the rest of a day in the portal',
      D,
      [
        [361, 1],
        [361, 4499, { exitDeadlineAt: minute(1440) }],
      ],
      377,
      1,
    ],
    [
      'parts reported late, all of them used',
      D,
      [
        [16, 1200],
        [211, 54],
        [1, 568],
        [61, 1178],
      ],
      211,
      0,
    ],
    [
      'a part reported later than a deadline that it completes',
      D,
      [
        [16, 1200],
        [170, 38],
        [156, 1162],
        [1, 38],
      ],
      181,
      38,
    ],
    [
      'what a later payment has made up',
      D,
      [
        [211, 3000],
        [266, 300],
        [1, 300],
      ],
      271,
      300,
    ],
    [
      'the price again in parts, reported late',
      A,
      [
        [346, 1000],
        [1, 820],
        [355, 1],
        [1, 180],
      ],
      361,
      1001,
    ],
  ])('%s', (_, terms, parts, at, cents) => {
    const facts = told(
      parts.map(([minutes, amountCents]) => pay(minutes, amountCents)),
      terms,
    )
    const segments = facts.segments.map((segment, i) => ({ ...segment, ...parts[i]?.[2] }))
    expect(overpaidCents({ ...facts, segments }, terms, minute(at))).toBe(cents)
  })
})

it('a coin that was undone leaves nothing over beside the fee of a replacement', () => {
  const lost = { ...open, feeCents: 2500 }
  const facts = told([pay(1, 1), pay(1, 2499), pay(1, 700), pay(167, 2)], A, lost)
  const segments = facts.segments.map((one) => (one.n === 1 ? { ...one, undoneAt: minute(11) } : one))
  expect(overpaidCents({ ...facts, segments }, A, minute(181))).toBe(0)
})

describe('any payments', () => {
  const tariff = fc
    .constantFrom(...Object.values(demoTariffs))
    .map((rules): StayTerms => ({ rules, timeZone }))
  const someday = fc.integer({ min: 31, max: 2000 })

  it('payments of the known due amount are no overpayment', () => {
    const apart = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(tariff, apart, fc.integer({ min: 0, max: 500 }), (terms, gaps, wait) => {
        const paid: Paid[] = []
        let at = 30
        for (const gap of gaps) {
          at += gap
          const { dueCents } = stayAt(told(paid, terms), terms, minute(at))
          if (dueCents > 0) paid.push([at, dueCents])
        }
        expect(overpaidCents(told(paid, terms), terms, minute(at + wait))).toBe(0)
      }),
    )
  })

  it('a repeated payment is an overpayment while nothing more is due, in any order of recording', () => {
    const between = fc.integer({ min: 0, max: 15 })
    fc.assert(
      fc.property(tariff, someday, between, fc.boolean(), (terms, at, gap, machineFirst) => {
        const { dueCents } = stayAt(open, terms, minute(at))
        const [one, other]: Paid[] = [
          [at, dueCents],
          [at + gap, dueCents],
        ]
        if (!one || !other) return
        const facts = told(machineFirst ? [other, one] : [one, other], terms)
        expect(overpaidCents(facts, terms, minute(at + gap))).toBe(dueCents)
      }),
    )
  })

  it('overpayment and due amount exclude each other, and overpayment never exceeds the payments', () => {
    const payment = fc.tuple(someday, fc.integer({ min: 1, max: 5000 }))
    fc.assert(
      fc.property(tariff, fc.array(payment, { maxLength: 5 }), someday, (terms, payments, at) => {
        const facts = told(payments, terms)
        const cents = overpaidCents(facts, terms, minute(at))
        const { dueCents, paidCents } = stayAt(facts, terms, minute(at))
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(paidCents)
        expect(Math.min(cents, dueCents)).toBe(0)
      }),
    )
  })
})
