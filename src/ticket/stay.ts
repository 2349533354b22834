import { later, minuteMs, plus } from '#kit/clock.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import type { Line } from './charge.ts'
import { parkedMinutes, price, type Price, type TariffRules } from './tariff.ts'

/** A part of the stay that was paid (or waived): `n` from 1, centavos, UTC instants. */
export type PaidSegment = {
  readonly n: number
  readonly amountCents: number
  readonly paidAt: Date
  /** Null: this part gave no exit deadline. */
  readonly exitDeadlineAt: Date | null
  /** Nobody paid it: staff let its driver off. */
  readonly waived?: boolean
}

/** What the database knows of a ticket; everything else is computed from it and the instant. */
export type StayFacts = {
  readonly enteredAt: Date
  readonly exitedAt: Date | null
  readonly blockedAt: Date | null
  readonly segments: readonly PaidSegment[]
  /** Centavos that a replacement of a lost ticket adds to the price; 0 for any other. */
  readonly feeCents?: number
}

/** The tariff version of the entry, and the lot's IANA zone. */
export type StayTerms = { readonly rules: TariffRules; readonly timeZone: string }

/**
 * `issued` before the entrance instant, `free` while nothing was charged yet, `due` never paid, `paid` to the end of the
 * exit deadline's minute (and while what was paid covers the price), `overdue` when a difference is owed after that;
 * `exited` and `blocked` win over all of them. Money that gave no deadline leaves `free` as it is (docs/spec.md#r38).
 */
export type StayState = 'issued' | 'free' | 'due' | 'paid' | 'overdue' | 'exited' | 'blocked'

export type Stay = {
  readonly state: StayState
  /** What a payment now would take; 0 in every state but `due` and `overdue`. */
  readonly dueCents: number
  /** Number of the segment that a payment now would pay. */
  readonly segmentN: number
  /** They sum to `dueCents`; when overdue the last one takes off what was already paid. */
  readonly lines: readonly Line[]
  /** Whole minutes parked, up to the exit. */
  readonly minutes: number
  /** Until when `dueCents` may be paid; null when nothing is due. */
  readonly quoteExpiresAt: Date | null
  /** First instant at which more is due than now; null when it never is, or nothing is due. */
  readonly dearerAt: Date | null
  /** Last minute without charge, in state `free`. */
  readonly freeUntil: Date | null
  /** 'Sair até', once what was paid opened the exit. */
  readonly exitDeadlineAt: Date | null
  readonly paidCents: number
}

/** A price that was shown is honoured so long, even across a price step (docs/spec.md#r21). */
export const quoteMinutes = 5

/** The state of a ticket at an instant, and what is owed then. */
export function stayAt(facts: StayFacts, terms: StayTerms, at: Date): Stay {
  const until = facts.exitedAt ?? at
  const priced = price(terms.rules, { enteredAt: facts.enteredAt, at: until, timeZone: terms.timeZone })
  const paidCents = facts.segments.reduce((sum, segment) => sum + segment.amountCents, 0)
  const deadline = lastDeadline(facts.segments)
  const feeCents = facts.feeCents ?? 0
  const owedCents = priced.amountCents + feeCents - paidCents
  const state = stateAt(facts, { at, costCents: priced.amountCents + feeCents, owedCents, deadline })
  const due = state === 'due' || state === 'overdue'
  return {
    state,
    dueCents: due ? owedCents : 0,
    segmentN: Math.max(0, ...facts.segments.map((segment) => segment.n)) + 1,
    lines: due ? dueLines(priced, { paidCents, feeCents }) : [],
    minutes: parkedMinutes(facts.enteredAt, until),
    quoteExpiresAt: due ? quoteEnd(priced, at) : null,
    dearerAt: due ? priced.nextStepAt : null,
    freeUntil: state === 'free' ? priced.freeUntil : null,
    exitDeadlineAt: deadline,
    paidCents,
  }
}

/**
 * The same where the exit is open without a payment until an instant, also where the stay has begun to cost something;
 * null: it is not.
 */
export function openedUntil(stay: Stay, until: Date | null): Stay {
  if (until === null || (stay.state !== 'due' && stay.state !== 'overdue')) return stay
  const nothingDue = { dueCents: 0, lines: [], quoteExpiresAt: null, dearerAt: null }
  return { ...stay, ...nothingDue, state: 'free', freeUntil: until, exitDeadlineAt: null }
}

export type Paid = StayTerms & {
  readonly enteredAt: Date
  readonly paidAt: Date
  /** Everything paid on this ticket, this payment included; the price at `paidAt` when absent. */
  readonly paidCents?: number
}

/**
 * 'Sair até' of a payment: `paidAt` plus the exit tolerance; under `max_of_both` the end of the fraction
 * already paid where that is later. A fraction begun between the quote and the payment is not paid.
 */
export function exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents }: Paid): Date {
  const tolerated = plus(paidAt, rules.exit_tolerance_min * minuteMs)
  if (rules.exit_rule === 'tolerance_only') return tolerated
  const { amountCents, fractionEndsAt } = price(rules, { enteredAt, at: paidAt, timeZone })
  if (fractionEndsAt === null || amountCents > (paidCents ?? amountCents)) return tolerated
  return later(tolerated, fractionEndsAt)
}

type Standing = { at: Date; costCents: number; owedCents: number; deadline: Date | null }

function stateAt(facts: StayFacts, { at, costCents, owedCents, deadline }: Standing): StayState {
  if (facts.exitedAt !== null) return 'exited'
  if (facts.blockedAt !== null) return 'blocked'
  if (at < facts.enteredAt) return 'issued'
  if (deadline === null && costCents <= 0) return 'free'
  if (facts.segments.length === 0) return 'due'
  return owedCents <= 0 || (deadline !== null && mayLeave(deadline, at)) ? 'paid' : 'overdue'
}

/** The latest exit deadline that these parts gave; null where none did. */
export function lastDeadline(segments: readonly Pick<PaidSegment, 'exitDeadlineAt'>[]): Date | null {
  const given = segments.flatMap(({ exitDeadlineAt }) => exitDeadlineAt ?? [])
  return given.reduce<Date | null>((last, at) => (last === null ? at : later(last, at)), null)
}

function dueLines(
  priced: Price,
  { paidCents, feeCents }: { paidCents: number; feeCents: number },
): readonly Line[] {
  const fee = feeCents === 0 ? [] : [{ text: 'Segunda via do ticket', amountCents: feeCents }]
  const paid = paidCents === 0 ? [] : [{ text: 'Já pago', amountCents: -paidCents }]
  return [...priced.lines, ...fee, ...paid]
}

function quoteEnd(priced: Price, at: Date): Date {
  const shortest = plus(at, quoteMinutes * minuteMs)
  return priced.nextStepAt === null ? shortest : later(priced.nextStepAt, shortest)
}
