import { minuteMs, plus } from '#kit/clock.ts'
import type { Line } from '../charge.ts'
import { minuteAfter } from '#parking/exitMinute.ts'
import { quoteMinutes, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { price } from '../tariff.ts'

/** A price that may still be frozen, and until when it may be paid. */
export type Honoured = {
  readonly segmentN: number
  readonly lines: readonly Line[]
  /** The end of this price and 5 min: the same whenever it is asked. */
  readonly expiresAt: Date
}

/**
 * The price of this amount, if it was due at some instant of the last 5 minutes, with the payments and waivers known now;
 * null for any other amount (docs/spec.md#r21). Nobody need remember what was shown: it is one of these.
 */
export function honouredPrice(
  facts: StayFacts,
  terms: StayTerms,
  { amountCents, now }: { amountCents: number; now: Date },
): Honoured | null {
  for (const at of whenItMayHaveChanged(facts, terms, now)) {
    const { dueCents, segmentN, lines, dearerAt } = stayAt(facts, terms, at)
    // A price that never rises has no end: it is asked for again as often as it takes.
    const expiresAt = plus(dearerAt ?? now, honouredMs)
    if (dueCents > 0 && dueCents === amountCents) return { segmentN, lines, expiresAt }
  }
  return null
}

const honouredMs = quoteMinutes * minuteMs

/**
 * Instants of the 5 minutes up to `now` between which what is due does not change: both ends, steps of the price, and the
 * ends of exit deadlines.
 */
export function whenItMayHaveChanged(
  { enteredAt, segments }: Pick<StayFacts, 'enteredAt' | 'segments'>,
  terms: StayTerms,
  now: Date,
): Date[] {
  const from = plus(now, -honouredMs)
  const instants = [now, from]
  let step = stepAfter(enteredAt, terms, from)
  while (step !== null && step < now) {
    instants.push(step)
    step = stepAfter(enteredAt, terms, step)
  }
  const overdue = segments.flatMap(({ exitDeadlineAt }) =>
    exitDeadlineAt === null ? [] : minuteAfter(exitDeadlineAt),
  )
  return [...instants, ...overdue.filter((at) => at > from && at < now)]
}

function stepAfter(enteredAt: Date, { rules, timeZone }: StayTerms, at: Date): Date | null {
  return price(rules, { enteredAt, at, timeZone }).nextStepAt
}
