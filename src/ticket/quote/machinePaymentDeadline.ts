import { priceLeftAt } from '../benefit.ts'
import {
  countedCentsOf,
  exitDeadline,
  latestDeadline,
  standingSegments,
  stayAt,
  sumCounted,
  validatedStayAt,
} from '../stay.ts'
import type { PaidSegment, StayFacts, StayTerms } from '../stay.ts'
import { priceChangeInstants } from './honouredPrice.ts'

/**
 * The exit deadline that a payment opens; null unless it covers an amount that was due in the five minutes up
 * to `paidAt` (docs/spec.md#r38). Segments count by `paidAt`: `paid` may complete one recorded before it.
 */
export function machinePaymentDeadline(facts: StayFacts, terms: StayTerms, paid: PaidSegment): Date | null {
  const counted: PaidSegment[] = []
  for (const part of sortByPaidAt([...facts.segments, { ...paid, exitDeadlineAt: null }])) {
    const earlierFacts = { ...facts, segments: counted }
    const exitDeadlineAt = part.exitDeadlineAt ?? segmentDeadline(earlierFacts, terms, part)
    counted.push({ ...part, exitDeadlineAt })
  }
  const [earlier, all] = [latestDeadline(facts.segments), latestDeadline(counted)]
  return all !== null && (earlier === null || all > earlier) ? all : null
}

/** The deadline of a segment beside earlier ones; null if it covers no amount due in its five minutes. */
export function segmentDeadline(facts: StayFacts, terms: StayTerms, part: PaidSegment): Date | null {
  if (!coversDueAmount(facts, terms, part)) return null
  const { enteredAt, segments, feeCents = 0 } = facts
  const { paidAt } = part
  const { priceCents, leftCents } = priceLeftAt(validatedStayAt(facts, terms, paidAt), paidAt)
  const offCents = priceCents - leftCents
  const paidCents = sumCounted(standingSegments([...segments, part], paidAt)) + offCents - feeCents
  return exitDeadline({ ...terms, enteredAt, paidAt, paidCents })
}

/** Sorts by instant, then by falling amount, so that the order of recording does not matter. */
export function sortByPaidAt(segments: readonly PaidSegment[]): readonly PaidSegment[] {
  return [...segments].sort(
    (a, b) => a.paidAt.getTime() - b.paidAt.getTime() || b.amountCents - a.amountCents || a.n - b.n,
  )
}

function coversDueAmount(facts: StayFacts, terms: StayTerms, part: PaidSegment): boolean {
  const inside = { ...facts, exitedAt: null, blockedAt: null }
  return priceChangeInstants(inside, terms, part.paidAt).some((at) => {
    const { dueCents } = stayAt(inside, terms, at)
    return dueCents > 0 && dueCents <= countedCentsOf(part)
  })
}
