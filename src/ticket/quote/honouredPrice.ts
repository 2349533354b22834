import { addMs, earlier, later, minuteMs } from '#kit/clock.ts'
import type { PriceLine } from '../blockTariff.ts'
import { exitDeadlineEnd } from '#parking/exitDeadline.ts'
import { graceEnds } from '../benefit.ts'
import { quoteMinutes, riseEnds, stayAt, type StayFacts, type StayTerms, validatedStayAt } from '../stay.ts'
import { computePrice } from '../tariff.ts'

export type HonouredPrice = {
  readonly segmentN: number
  readonly lines: readonly PriceLine[]
  /** The end of this price plus 5 min, the same for every query. */
  readonly expiresAt: Date
}

/** The price of `amountCents` if it was due within the last 5 minutes (docs/spec.md#r21), else null. */
export function findHonouredPrice(
  facts: StayFacts,
  terms: StayTerms,
  { amountCents, now }: { amountCents: number; now: Date },
): HonouredPrice | null {
  for (const at of priceChangeInstants(facts, terms, now)) {
    const { dueCents, nextSegmentN, lines, nextRiseAt } = stayAt(facts, terms, at)
    // A price that never rises has no end, so each query renews it.
    const expiresAt = riseEnds(facts)
      .filter((end) => end > now)
      .reduce(earlier, addMs(nextRiseAt ?? now, honouredMs))
    if (dueCents > 0 && dueCents === amountCents) return { segmentN: nextSegmentN, lines, expiresAt }
  }
  return null
}

const honouredMs = quoteMinutes * minuteMs

/** The instants of the last 5 minutes at which the amount due may change, without those before what was undone ended. */
export function priceChangeInstants(facts: StayFacts, terms: StayTerms, now: Date): Date[] {
  const { enteredAt, segments } = facts
  const ended = riseEnds(facts).filter((end) => end <= now)
  const from = ended.reduce(later, addMs(now, -honouredMs))
  const instants = [now, from]
  let step = nextPriceStepAfter(enteredAt, terms, from)
  while (step !== null && step < now) {
    instants.push(step)
    step = nextPriceStepAfter(enteredAt, terms, step)
  }
  const deadlineEnds = segments.flatMap(({ exitDeadlineAt: at }) => (at === null ? [] : exitDeadlineEnd(at)))
  const ends = [...deadlineEnds, ...graceEnds(validatedStayAt(facts, terms, now))]
  return [...instants, ...ends.filter((at) => at > from && at < now)]
}

function nextPriceStepAfter(enteredAt: Date, { rules, timeZone }: StayTerms, at: Date): Date | null {
  return computePrice(rules, { enteredAt, at, timeZone }).nextStepAt
}
