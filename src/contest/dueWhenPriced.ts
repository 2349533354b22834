import { earlier, minuteMs, addMs } from '#kit/clock.ts'
import { quoteMinutes, stayAt, type StayFacts, type StayTerms } from '#ticket/stay.ts'

type PricedPayment = { readonly priceExpiresAt: Date; readonly chargedAt: Date; readonly segmentN: number }

/** docs/spec.md#r21 */
function pricedInstant({
  priceExpiresAt,
  chargedAt,
}: Pick<PricedPayment, 'priceExpiresAt' | 'chargedAt'>): Date {
  return earlier(chargedAt, addMs(priceExpiresAt, -quoteMinutes * minuteMs - 1))
}

/**
 * Returns centavos, less earlier segments, and waivers and validations given before the charge. Money that a machine
 * reports late is a case `paid_twice` instead.
 */
export function dueWhenPriced(facts: StayFacts, terms: StayTerms, frozen: PricedPayment): number {
  const { chargedAt, segmentN } = frozen
  const segments = facts.segments.filter(
    ({ n, waived, paidAt }) => n < segmentN || (n > segmentN && waived === true && paidAt <= chargedAt),
  )
  const pricedAt = pricedInstant(frozen)
  const validations = facts.validations?.filter(({ at }) => at <= pricedAt)
  const then = { ...facts, segments, validations, exitedAt: null, blockedAt: null }
  return stayAt(then, terms, pricedAt).dueCents
}
