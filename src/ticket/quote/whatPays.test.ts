import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMs, minuteMs } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { countedCents, splitRefund } from '#payment/paymentMoney.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { exitDeadline, type PaidSegment, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { computePrice } from '../tariff.ts'
import { machinePaymentDeadline } from './machinePaymentDeadline.ts'
import { overpaidCents } from './overpaid.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const minute = (minutes: number) => addMs(enteredAt, minutes * minuteMs)
const A: StayTerms = { rules: demoTariffs.A, timeZone }
const D: StayTerms = { rules: demoTariffs.D, timeZone }

type Refund = { cents: number; choiceCents: number; overCents: number; isRefused: boolean }
type Paid = {
  readonly segment: PaidSegment
  readonly refunds: Refund[]
  chargedBackCents: number
  takenCents: number
}
type By = 'bank' | 'staff' | 'rule'

/** A stay with the money of its payments, told in the order of recording. */
class RandomStay {
  readonly terms: StayTerms
  readonly paid: Paid[] = []

  constructor(terms: StayTerms) {
    this.terms = terms
  }

  facts(): StayFacts {
    const segments = this.paid.map((one) => ({
      ...one.segment,
      countedCents: countedCents(one.segment.amountCents, this.money(one)),
    }))
    return { enteredAt, exitedAt: null, blockedAt: null, segments }
  }

  money({ takenCents, refunds, chargedBackCents }: Paid) {
    const standing = refunds.filter(({ isRefused }) => !isRefused)
    const sum = (of: (refund: Refund) => number) => standing.reduce((total, one) => total + of(one), 0)
    return {
      takenCents,
      returnedCents: sum(({ cents }) => cents),
      returningCents: 0,
      choiceCents: sum(({ choiceCents }) => choiceCents),
      chargedBackCents,
    }
  }

  stay(at: number) {
    return stayAt(this.facts(), this.terms, minute(at))
  }

  price(at: number): number {
    return computePrice(this.terms.rules, { enteredAt, at: minute(at), timeZone }).amountCents
  }

  over(at: number): number {
    return overpaidCents(this.facts(), this.terms, minute(at))
  }

  isOpen(at: number): boolean {
    return ['free', 'paid'].includes(this.stay(at).state)
  }

  pay(at: number, amountCents: number, takenCents = amountCents): Paid {
    const { nextSegmentN: n, paidCents } = this.stay(at)
    const now = { enteredAt, paidAt: minute(at), paidCents: paidCents + amountCents }
    const exitDeadlineAt = exitDeadline({ ...this.terms, ...now })
    return this.add({ n, amountCents, paidAt: minute(at), exitDeadlineAt }, takenCents)
  }

  payAtMachine(at: number, amountCents: number): Paid {
    const part = { n: this.paid.length + 1, amountCents, paidAt: minute(at), exitDeadlineAt: null }
    const exitDeadlineAt = machinePaymentDeadline(this.facts(), this.terms, part)
    return this.add({ ...part, exitDeadlineAt }, amountCents)
  }

  waive(at: number): void {
    const { dueCents } = this.stay(at)
    if (dueCents > 0) this.pay(at, dueCents)
    const last = this.paid.at(-1)
    if (dueCents > 0 && last)
      this.paid[this.paid.length - 1] = { ...last, segment: { ...last.segment, waived: true } }
  }

  private add(segment: PaidSegment, takenCents: number): Paid {
    const paid = { segment, refunds: [], chargedBackCents: 0, takenCents }
    this.paid.push(paid)
    return paid
  }

  kept(paid: Paid): number {
    const { takenCents, returnedCents } = this.money(paid)
    return takenCents - returnedCents
  }

  refund(paid: Paid, at: number, cents: number, by: By): void {
    const standing = paid.refunds.filter(({ isRefused }) => !isRefused)
    const overBackCents = standing.reduce((sum, { overCents }) => sum + overCents, 0)
    const basis = { ...this.money(paid), amountCents: paid.segment.amountCents, overBackCents }
    const { overCents, choiceCents } = splitRefund(basis, {
      cents,
      stayOverCents: this.over(at),
      isByStaff: by === 'staff',
    })
    paid.refunds.push({ cents, overCents, choiceCents, isRefused: false })
  }
}

describe('what pays', () => {
  it('card and machine, contested at once: the gate stays shut at minute 400', () => {
    const stay = new RandomStay(A)
    const card = stay.pay(125, 700)
    stay.payAtMachine(126, 700)
    expect(stay.over(127)).toBe(700)
    stay.refund(card, 127, 700, 'rule')
    expect(stay.stay(127).paidCents).toBe(700)
    expect([stay.over(127), stay.over(130), stay.over(400)]).toEqual([0, 0, 0])
    expect(stay.isOpen(130)).toBe(true)
    expect(stay.stay(400)).toMatchObject({ state: 'overdue', dueCents: 400 })
  })

  it('card and machine, not contested: both pay at minute 400, and 300 are over', () => {
    const stay = new RandomStay(A)
    stay.pay(125, 700)
    stay.payAtMachine(126, 700)
    expect(stay.isOpen(400)).toBe(true)
    expect(stay.over(400)).toBe(300)
  })

  it('refunded by staff: by choice, so it still counts after its deadline', () => {
    const stay = new RandomStay(A)
    const card = stay.pay(125, 700)
    stay.refund(card, 126, 700, 'staff')
    expect(stay.stay(130)).toMatchObject({ state: 'paid', paidCents: 700 })
    expect(stay.stay(400)).toMatchObject({ state: 'overdue', dueCents: 400 })
  })

  it('a deadline whose earlier payment went back makes nothing over', () => {
    const stay = new RandomStay(A)
    const first = stay.pay(40, 600)
    stay.pay(125, 100)
    stay.refund(first, 126, 600, 'bank')
    stay.payAtMachine(126, 700)
    expect(stay.over(126)).toBe(100)
  })

  it('what is unused of an earlier payment pays before a later one', () => {
    const stay = new RandomStay(A)
    stay.payAtMachine(63, 700)
    stay.pay(309, 300)
    expect(stay.over(310)).toBe(0)
  })

  it('card and machine at once, the machine’s amount back', () => {
    const stay = new RandomStay(A)
    const card = stay.pay(125, 700)
    stay.payAtMachine(125, 600)
    stay.refund(card, 126, 600, 'rule')
    expect(stay.over(126)).toBe(0)
  })

  it('an undone take counts five minutes more', () => {
    const stay = new RandomStay(A)
    stay.pay(125, 700)
    const undone = stay.facts().segments.map((segment) => ({ ...segment, undoneAt: minute(132) }))
    const state = (at: number) => stayAt({ ...stay.facts(), segments: undone }, A, minute(at)).state
    expect([state(136), state(138)]).toEqual(['paid', 'due'])
  })

  it('a Pix paid twice, refunded by staff before its excess: it is the excess', () => {
    const stay = new RandomStay(A)
    const pix = stay.pay(125, 700, 1400)
    stay.refund(pix, 126, 700, 'staff')
    expect(pix.refunds[0]).toMatchObject({ overCents: 0, choiceCents: 0 })
    expect(stay.stay(127).paidCents).toBe(700)
    expect(stay.kept(pix)).toBe(700)
  })

  it('under D: a card of 18 minutes before, and two payments at machines', () => {
    const stay = new RandomStay(D)
    stay.pay(58, 1200)
    stay.payAtMachine(60, 459)
    stay.payAtMachine(90.5, 600)
    expect(stay.over(95.5)).toBe(459)
  })

  it('under D: a machine’s payment at the price of 5 minutes before, reported after the portal’s', () => {
    const stay = new RandomStay(D)
    stay.pay(274, 3600)
    const portal = stay.pay(366, 900)
    stay.payAtMachine(365, 600)
    returnOver(stay, portal, 366)
    expect(stay.stay(366).paidCents).toBe(4200)
  })
})

const step = fc.record({
  gap: fc.integer({ min: 0, max: 120 }),
  kind: fc.constantFrom(
    'portal',
    'portal',
    'portal',
    'earlier price',
    'machine',
    'machine due',
    'machine due',
    'waiver',
    'over',
    'over',
    'over',
    'bank',
    'staff',
    'chargeback',
    'won',
    'denied',
  ),
  cents: fc.integer({ min: 1, max: 1500 }),
  late: fc.integer({ min: 0, max: 40 }),
  which: fc.nat(9),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(stay: RandomStay, at: number, { kind, cents, late, which }: Step): void {
  const { dueCents } = stay.stay(at)
  const paidAt = Math.max(1, at - late)
  const ofPortal = stay.paid.filter(({ segment }) => segment.waived !== true)
  const paid = ofPortal[which % Math.max(1, ofPortal.length)]
  if (kind === 'portal' && dueCents > 0) stay.pay(at, dueCents, which === 0 ? 2 * dueCents : dueCents)
  if (kind === 'earlier price') {
    const before = stay.stay(at - 4).dueCents
    if (before > 0 && dueCents > 0) stay.pay(at, before)
  }
  if (kind === 'machine') stay.payAtMachine(paidAt, cents)
  if (kind === 'machine due' && stay.stay(paidAt).dueCents > 0)
    stay.payAtMachine(paidAt, stay.stay(paidAt).dueCents)
  if (kind === 'waiver') stay.waive(at)
  if (!paid) return
  if (kind === 'over') returnOver(stay, paid, at)
  if (kind === 'bank' || kind === 'staff') {
    const back = Math.min(cents, stay.kept(paid))
    if (back > 0) stay.refund(paid, at, back, kind)
  }
  if (kind === 'chargeback') paid.chargedBackCents = Math.min(cents, paid.takenCents)
  if (kind === 'won') paid.chargedBackCents = 0
  if (kind === 'denied') for (const refund of paid.refunds.slice(-1)) refund.isRefused = true
}

/** Requests what is over, and checks that nothing owed went back. */
function returnOver(stay: RandomStay, paid: Paid, at: number): void {
  if (paid.chargedBackCents > 0) return
  const back = Math.min(stay.over(at), stay.kept(paid))
  if (back <= 0) return
  const wasOpen = stay.isOpen(at)
  stay.refund(paid, at, back, 'rule')
  const after = stay.stay(at)
  expect(stay.isOpen(at), 'the gate').toBe(wasOpen)
  const { segments } = stay.facts()
  // A payment that was reported after a later one has no deadline of record, and what it opened still counts.
  const isReportedLate = ({ n, paidAt }: PaidSegment) =>
    segments.some((other) => other.n < n && other.paidAt > paidAt)
  const opened = segments.filter(
    (one) =>
      isReportedLate(one) || (one.exitDeadlineAt !== null && canExitAt(one.exitDeadlineAt, minute(at))),
  )
  const since = Math.min(
    at,
    ...opened.map(({ paidAt }) => (paidAt.getTime() - enteredAt.getTime()) / minuteMs - 5),
  )
  expect(after.paidCents, 'what is kept').toBeGreaterThanOrEqual(stay.price(since))
}

describe('random stays', () => {
  const steps = fc.array(step, { minLength: 2, maxLength: 12 })
  const neverReturnsOwed = fc.property(fc.constantFrom(A, D), steps, (tariff, taken) => {
    const stay = new RandomStay(tariff)
    let at = 20
    for (const one of taken) {
      at += one.gap
      take(stay, at, one)
      const { state, paidCents, exitDeadlineAt } = stay.stay(at)
      const isCovered = paidCents >= stay.price(at)
      const isOpen = exitDeadlineAt !== null && canExitAt(exitDeadlineAt, minute(at))
      expect(['free', 'paid'].includes(state)).toBe(isCovered || isOpen)
    }
  })

  it('nothing that is owed goes back, and the gate opens where the price is covered or a deadline is open', () => {
    expect.hasAssertions()
    fc.assert(neverReturnsOwed, { numRuns: 300 })
  })

  it('the same for 10,000 stays', { tags: 'deep' }, () => {
    expect.hasAssertions()
    fc.assert(neverReturnsOwed, { numRuns: 10_000 })
  })
})
