import { earlier, minuteMs, plus } from '#kit/clock.ts'
import { quoteMinutes, stayAt, type StayFacts, type StayTerms } from '#ticket/stay.ts'

/** A frozen price of the segment `segmentN`, and the instant at which its charge began; UTC. */
type Frozen = { readonly priceExpiresAt: Date; readonly chargedAt: Date; readonly segmentN: number }

/** The last instant before the charge at which the frozen price was the current one (docs/spec.md#r21). */
function pricedInstant({ priceExpiresAt, chargedAt }: Pick<Frozen, 'priceExpiresAt' | 'chargedAt'>): Date {
  return earlier(chargedAt, plus(priceExpiresAt, -quoteMinutes * minuteMs - 1))
}

/**
 * Centavos due when a price was frozen: by the segments recorded before, and by waivers given before the charge that were
 * recorded after it. Money that a machine reports late is a case `paid_twice` instead.
 */
export function dueWhenPriced(facts: StayFacts, terms: StayTerms, frozen: Frozen): number {
  const { chargedAt, segmentN } = frozen
  const segments = facts.segments.filter(
    ({ n, waived, paidAt }) => n < segmentN || (n > segmentN && waived === true && paidAt <= chargedAt),
  )
  const then = { ...facts, segments, exitedAt: null, blockedAt: null }
  return stayAt(then, terms, pricedInstant(frozen)).dueCents
}
