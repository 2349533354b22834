import { earlier, minuteMs, plus } from '#kit/clock.ts'
import { type PaidSegment, quoteMinutes, stayAt, type StayFacts, type StayTerms } from '../stay.ts'

/**
 * Centavos that were paid for a stay and that it did not owe until `at`, or until its exit: each payment is held
 * against what was due when it was made, in the order in which they were made, and what is too much then counts for
 * what becomes due later; what was waived nobody paid, and it is used up first. A machine that works offline tells
 * late, so neither what the stay owes by then nor the order in which the payments were told says it.
 */
export function overpaidCents(facts: StayFacts, terms: StayTerms, at: Date): number {
  const end = earlier(at, facts.exitedAt ?? at)
  const dueCents = (owed: readonly PaidSegment[], when: Date): number =>
    stayAt({ ...facts, exitedAt: null, blockedAt: null, segments: owed }, terms, when).dueCents

  const owed: PaidSegment[] = []
  for (const paid of [...facts.segments].sort(inTurn)) {
    const amountCents = Math.min(paid.amountCents, dueCents(owed, earlier(paid.paidAt, end)))
    const isEnough = paid.amountCents >= dueCents(owed, plus(paid.paidAt, -quoteMinutes * minuteMs))
    // What was told earlier, and paid later, has made up for what was missing: at its own time it opened nothing.
    const opens = isEnough || !facts.segments.some(({ n, paidAt }) => n < paid.n && paidAt > paid.paidAt)
    owed.push({ ...paid, amountCents, ...(opens ? {} : { exitDeadlineAt: plus(paid.paidAt, -1) }) })
  }
  const unusedCents = (waived: boolean) => sumOf(of(facts.segments, waived)) - sumOf(of(owed, waived))
  const dueBesideCents = Math.max(0, dueCents(owed, end) - unusedCents(true))
  return Math.max(0, unusedCents(false) - dueBesideCents)
}

function of(segments: readonly PaidSegment[], waived: boolean): readonly PaidSegment[] {
  return segments.filter((segment) => (segment.waived ?? false) === waived)
}

function inTurn(a: PaidSegment, b: PaidSegment): number {
  return a.paidAt.getTime() - b.paidAt.getTime() || a.n - b.n
}

function sumOf(segments: readonly PaidSegment[]): number {
  return segments.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
