import { earlier } from '#kit/clock.ts'
import { type PaidSegment, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { deadlineGiven, inOrderPaid } from './machineDeadline.ts'

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
  for (const paid of inOrderPaid(facts.segments)) {
    const amountCents = Math.min(paid.amountCents, dueCents(owed, earlier(paid.paidAt, end)))
    const given = deadlineGiven({ ...facts, segments: owed }, terms, paid)
    // A part that was recorded earlier, and paid later, made up for what was missing: at its own time it opened nothing.
    const isCompleted = facts.segments.some(({ n, paidAt }) => n < paid.n && paidAt > paid.paidAt)
    const stored = given === null && isCompleted ? null : paid.exitDeadlineAt
    owed.push({ ...paid, amountCents, exitDeadlineAt: stored ?? given })
  }
  const unusedCents = (waived: boolean) => sumOf(of(facts.segments, waived)) - sumOf(of(owed, waived))
  const dueBesideCents = Math.max(0, dueCents(owed, end) - unusedCents(true))
  return Math.max(0, unusedCents(false) - dueBesideCents)
}

function of(segments: readonly PaidSegment[], waived: boolean): readonly PaidSegment[] {
  return segments.filter((segment) => (segment.waived ?? false) === waived)
}

function sumOf(segments: readonly PaidSegment[]): number {
  return segments.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
