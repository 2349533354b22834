import { earlier } from '#kit/clock.ts'
import { sumCents } from '../blockTariff.ts'
import { type PaidSegment, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { segmentDeadline, sortByPaidAt } from './machinePaymentDeadline.ts'

/**
 * Centavos paid beyond what the stay owed until `at` or its exit, in the order of payment because offline
 * machines report late. An excess counts towards later amounts; waivers are used up first.
 */
export function overpaidCents(facts: StayFacts, terms: StayTerms, at: Date): number {
  const end = earlier(at, facts.exitedAt ?? at)
  const dueCents = (owed: readonly PaidSegment[], when: Date): number =>
    stayAt({ ...facts, exitedAt: null, blockedAt: null, segments: owed }, terms, when).dueCents

  const owed: PaidSegment[] = []
  for (const paid of sortByPaidAt(facts.segments)) {
    const amountCents = Math.min(paid.amountCents, dueCents(owed, earlier(paid.paidAt, end)))
    const given = segmentDeadline({ ...facts, segments: owed }, terms, paid)
    // A segment paid later and recorded earlier made up the difference, so this one opened nothing.
    const isCompleted = facts.segments.some(({ n, paidAt }) => n < paid.n && paidAt > paid.paidAt)
    const stored = given === null && isCompleted ? null : paid.exitDeadlineAt
    owed.push({ ...paid, amountCents, exitDeadlineAt: stored ?? given })
  }
  const sumOf = (segments: readonly PaidSegment[], waived: boolean) =>
    sumCents(segments.filter((segment) => (segment.waived ?? false) === waived))
  const unusedCents = (waived: boolean) => sumOf(facts.segments, waived) - sumOf(owed, waived)
  const dueBesideCents = Math.max(0, dueCents(owed, end) - unusedCents(true))
  return Math.max(0, unusedCents(false) - dueBesideCents)
}
