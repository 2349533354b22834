import { later, minuteMs, addMs } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import type { PriceLine } from './blockTariff.ts'
import { parkedMinutes, computePrice, type Price, type TariffRules } from './tariff.ts'

/** docs/spec.md#r21 */
export const quoteMinutes = 5

/** `n` counts from 1. */
export type PaidSegment = {
  readonly n: number
  readonly amountCents: number
  readonly paidAt: Date
  readonly exitDeadlineAt: Date | null
  readonly waived?: boolean
  /** What of it still pays; all of it if absent. */
  readonly countedCents?: number
  readonly undoneAt?: Date | null
}

/** Centavos. */
export function countedCentsOf({ amountCents, countedCents = amountCents }: PaidSegment): number {
  return countedCents
}

/** Centavos that still pay. */
export function sumCounted(segments: readonly PaidSegment[]): number {
  return segments.reduce((sum, segment) => sum + countedCentsOf(segment), 0)
}

/** Until when undone segments count, five minutes after each was undone (docs/spec.md#r43). */
export function undoneEnds(segments: readonly Pick<PaidSegment, 'undoneAt'>[]): Date[] {
  return segments.flatMap(({ undoneAt = null }) =>
    undoneAt === null ? [] : [addMs(undoneAt, quoteMinutes * minuteMs)],
  )
}

/** Without those undone more than five minutes before `at` (docs/spec.md#r43). */
export function standingSegments(segments: readonly PaidSegment[], at: Date): readonly PaidSegment[] {
  return segments.filter((segment) => undoneEnds([segment]).every((end) => at < end))
}

/** As the counter sees a stay: undone segments count no more. */
export function withoutUndone(facts: StayFacts): StayFacts {
  return { ...facts, segments: facts.segments.filter(({ undoneAt = null }) => undoneAt === null) }
}

export type StayFacts = {
  readonly enteredAt: Date
  readonly exitedAt: Date | null
  readonly blockedAt: Date | null
  readonly segments: readonly PaidSegment[]
  /** Centavos added by a replacement of a lost ticket. */
  readonly feeCents?: number
}

export type StayTerms = { readonly rules: TariffRules; readonly timeZone: string }

/**
 * `free`: nothing charged yet, also with money that gave no deadline (docs/spec.md#r38). `paid`: until the
 * exit deadline's minute ends or while payments cover the price; `overdue` after that.
 */
type StayState = 'issued' | 'free' | 'due' | 'paid' | 'overdue' | 'exited' | 'blocked'

export type Stay = {
  readonly state: StayState
  /** 0 in every state but `due` and `overdue`. */
  readonly dueCents: number
  readonly nextSegmentN: number
  /** The lines sum to `dueCents`; the last one subtracts earlier payments. */
  readonly lines: readonly PriceLine[]
  readonly minutes: number
  /** End of the price `dueCents`; null if nothing is due. */
  readonly quoteExpiresAt: Date | null
  /** First instant of a higher amount due; null for never, or nothing due. */
  readonly nextRiseAt: Date | null
  readonly freeUntil: Date | null
  readonly exitDeadlineAt: Date | null
  readonly paidCents: number
  /** Part of `paidCents` was undone, and counts for some minutes more. */
  readonly countsUndone: boolean
}

/** The state of a ticket at an instant, and the amount due then. */
export function stayAt(facts: StayFacts, terms: StayTerms, at: Date): Stay {
  const until = facts.exitedAt ?? at
  const { enteredAt, segments, feeCents = 0 } = facts
  const priced = computePrice(terms.rules, { enteredAt, at: until, timeZone: terms.timeZone })
  const standing = standingSegments(segments, until)
  const paidCents = sumCounted(standing)
  const deadline = latestDeadline(standing)
  const costCents = priced.amountCents + feeCents
  const owedCents = costCents - paidCents
  const state = stayStateAt({ ...facts, segments: standing }, { at, costCents, owedCents, deadline })
  const due = state === 'due' || state === 'overdue'
  const rises = undoneEnds(standing)
  return {
    state,
    dueCents: due ? owedCents : 0,
    nextSegmentN: Math.max(0, ...segments.map(({ n }) => n)) + 1,
    lines: due ? dueLines(priced, { paidCents, feeCents }) : [],
    minutes: parkedMinutes(enteredAt, until),
    quoteExpiresAt: due ? earliest(quoteExpiry(priced, at), rises) : null,
    nextRiseAt: due ? earliest(priced.nextStepAt, rises) : null,
    freeUntil: state === 'free' ? priced.freeUntil : null,
    exitDeadlineAt: deadline,
    paidCents,
    countsUndone: rises.length > 0,
  }
}

/** The car may leave until `until` without paying; null: it may not. */
export function withExitOpenUntil(stay: Stay, until: Date | null): Stay {
  if (until === null || (stay.state !== 'due' && stay.state !== 'overdue')) return stay
  const nothingDue = { dueCents: 0, lines: [], quoteExpiresAt: null, nextRiseAt: null }
  return { ...stay, ...nothingDue, state: 'free', freeUntil: until, exitDeadlineAt: null }
}

type ExitDeadlineInput = StayTerms & {
  readonly enteredAt: Date
  readonly paidAt: Date
  /** All payments of the ticket including this one; the price at `paidAt` if absent. */
  readonly paidCents?: number
}

/**
 * `paidAt` plus the exit tolerance, or under `max_of_both` the later end of the paid fraction. A fraction
 * begun between quote and payment is not paid.
 */
export function exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents }: ExitDeadlineInput): Date {
  const tolerated = addMs(paidAt, rules.exit_tolerance_min * minuteMs)
  if (rules.exit_rule === 'tolerance_only') return tolerated
  const { amountCents, fractionEndsAt } = computePrice(rules, { enteredAt, at: paidAt, timeZone })
  if (fractionEndsAt === null || amountCents > (paidCents ?? amountCents)) return tolerated
  return later(tolerated, fractionEndsAt)
}

type StayStateInput = { at: Date; costCents: number; owedCents: number; deadline: Date | null }

function stayStateAt(facts: StayFacts, { at, costCents, owedCents, deadline }: StayStateInput): StayState {
  if (facts.exitedAt !== null) return 'exited'
  if (facts.blockedAt !== null) return 'blocked'
  if (at < facts.enteredAt) return 'issued'
  if (deadline === null && costCents <= 0) return 'free'
  if (facts.segments.length === 0) return 'due'
  return owedCents <= 0 || (deadline !== null && canExitAt(deadline, at)) ? 'paid' : 'overdue'
}

/** Null if no segment has one. */
export function latestDeadline(segments: readonly Pick<PaidSegment, 'exitDeadlineAt'>[]): Date | null {
  const given = segments.flatMap(({ exitDeadlineAt }) => exitDeadlineAt ?? [])
  return given.reduce<Date | null>((last, at) => (last === null ? at : later(last, at)), null)
}

function dueLines(priced: Price, { paidCents, feeCents }: { paidCents: number; feeCents: number }) {
  const fee = feeCents === 0 ? [] : [{ text: 'Segunda via do ticket', amountCents: feeCents }]
  const paid = paidCents === 0 ? [] : [{ text: 'Já pago', amountCents: -paidCents }]
  return [...priced.lines, ...fee, ...paid]
}

function earliest<End extends Date | null>(end: End, ends: readonly Date[]): End | Date {
  return ends.reduce<End | Date>((first, at) => (first === null || at < first ? at : first), end)
}

function quoteExpiry(priced: Price, at: Date): Date {
  const shortest = addMs(at, quoteMinutes * minuteMs)
  return priced.nextStepAt === null ? shortest : later(priced.nextStepAt, shortest)
}
