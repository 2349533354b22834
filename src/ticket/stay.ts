import { addMs, dayMs, later, minuteMs } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import {
  countedValidations,
  coveredUntil,
  graceDeadlines,
  linesOff,
  type ValidatedStay,
  type Validation,
} from './benefit.ts'
import { type PriceLine, sumCents } from './blockTariff.ts'
import { parkedMinutes, computePrice, type Price, type TariffRules } from './tariff.ts'

/** docs/spec.md#r21 */
export const quoteMinutes = 5

/** What a device reports later than this counts as late; clock skew and slow networks explain less. */
export const exitReportGraceMs = 5 * minuteMs

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
function undoneEnds(segments: readonly Pick<PaidSegment, 'undoneAt'>[]): Date[] {
  return segments.flatMap(({ undoneAt = null }) =>
    undoneAt === null ? [] : [addMs(undoneAt, quoteMinutes * minuteMs)],
  )
}

/** Without those undone more than five minutes before `at` (docs/spec.md#r43). */
export function standingSegments(segments: readonly PaidSegment[], at: Date): readonly PaidSegment[] {
  return segments.filter((segment) => undoneEnds([segment]).every((end) => at < end))
}

/** Until when what was undone of the stay, segments and validations, lowers what is due. */
export function riseEnds({
  segments,
  validations = [],
}: Pick<StayFacts, 'segments' | 'validations'>): Date[] {
  return [...undoneEnds(segments), ...validations.flatMap(({ countsUntil }) => countsUntil ?? [])]
}

/** As the counter sees a stay: undone segments and validations count no more. */
export function withoutUndone(facts: StayFacts): StayFacts {
  return {
    ...facts,
    segments: facts.segments.filter(({ undoneAt = null }) => undoneAt === null),
    validations: facts.validations?.filter(({ countsUntil }) => countsUntil === null),
  }
}

export type StayFacts = {
  readonly enteredAt: Date
  readonly exitedAt: Date | null
  readonly blockedAt: Date | null
  readonly segments: readonly PaidSegment[]
  /** Centavos added by a replacement of a lost ticket. */
  readonly feeCents?: number
  readonly validations?: readonly Validation[] | undefined
}

export type StayTerms = { readonly rules: TariffRules; readonly timeZone: string }

/**
 * `free`: nothing charged yet, also with money that gave no deadline (docs/spec.md#r38). `covered`: validations take
 * off the whole price, and nothing was paid. `paid`: until the exit deadline's minute ends or while payments and
 * validations cover the price; `overdue` after that.
 */
type StayState = 'issued' | 'free' | 'covered' | 'due' | 'paid' | 'overdue' | 'exited' | 'blocked'

export type Stay = {
  readonly state: StayState
  /** 0 in every state but `due` and `overdue`. */
  readonly dueCents: number
  readonly nextSegmentN: number
  /** The lines sum to `dueCents`, validations below zero; the last one subtracts earlier payments. */
  readonly lines: readonly PriceLine[]
  readonly minutes: number
  /** End of the price `dueCents`; null if nothing is due. */
  readonly quoteExpiresAt: Date | null
  /** First instant of a higher amount due; null for never, or nothing due. */
  readonly nextRiseAt: Date | null
  readonly freeUntil: Date | null
  /** Of `covered`: the last minute in which nothing is due; null for ever. */
  readonly coveredUntil: Date | null
  readonly exitDeadlineAt: Date | null
  readonly paidCents: number
  /** Of the price, taken off by validations other than `all`. */
  readonly offCents: number
  /** Part of `paidCents` was undone, and counts for some minutes more. */
  readonly countsUndone: boolean
}

/** The state of a ticket at an instant, and the amount due then. */
export function stayAt(facts: StayFacts, terms: StayTerms, at: Date): Stay {
  const until = facts.exitedAt ?? at
  const { enteredAt, segments } = facts
  const priced = computePrice(terms.rules, { enteredAt, at: until, timeZone: terms.timeZone })
  const validated = validatedStayAt(facts, terms, until)
  const off = linesOff(validated, priced.amountCents)
  const standing = standingSegments(segments, until)
  const known = { ...facts, segments: standing, validations: validated.validations }
  const costs = costsOf(known, priced, off)
  const deadline = latestDeadline(standing)
  const hasGrace = graceDeadlines(validated).some((end) => canExitAt(end, until))
  const state = stayStateAt(known, { at, ...costs, hasGrace, deadline })
  const due = state === 'due' || state === 'overdue'
  const rises = riseEnds(known)
  const hasLines = due || (state === 'covered' && costs.owedCents === 0)
  return {
    state,
    dueCents: due ? costs.owedCents : 0,
    nextSegmentN: Math.max(0, ...segments.map(({ n }) => n)) + 1,
    lines: hasLines ? dueLines(known, priced, off) : [],
    minutes: parkedMinutes(enteredAt, until),
    quoteExpiresAt: due ? earliest(quoteExpiry(priced, at), rises) : null,
    nextRiseAt: due ? earliest(priced.nextStepAt, rises) : null,
    freeUntil: state === 'free' ? priced.freeUntil : null,
    coveredUntil: state === 'covered' ? earliest(coveredUntil(validated, until), rises) : null,
    exitDeadlineAt: deadline,
    paidCents: costs.paidCents,
    offCents: costs.offCents,
    countsUndone: rises.length > 0,
  }
}

/** The stay with the validations that count at `at`. */
export function validatedStayAt(facts: StayFacts, terms: StayTerms, at: Date): ValidatedStay {
  const { enteredAt, validations = [] } = facts
  return { ...terms, enteredAt, validations: countedValidations(validations, at) }
}

type Costs = { grossCents: number; offCents: number; paidCents: number; owedCents: number }

function costsOf({ segments, feeCents = 0 }: StayFacts, priced: Price, off: readonly PriceLine[]): Costs {
  const grossCents = priced.amountCents + feeCents
  const offCents = -sumCents(off)
  const paidCents = sumCounted(segments)
  return { grossCents, offCents, paidCents, owedCents: grossCents - offCents - paidCents }
}

/** The car may leave until `until` without paying; null: it may not. */
export function withExitOpenUntil(stay: Stay, until: Date | null): Stay {
  if (until === null || (stay.state !== 'due' && stay.state !== 'overdue')) return stay
  const nothingDue = { dueCents: 0, lines: [], quoteExpiresAt: null, nextRiseAt: null }
  return { ...stay, ...nothingDue, state: 'free', freeUntil: until, exitDeadlineAt: null }
}

/** Until when a car that owes nothing may leave; a day where nothing becomes due again. Null: without an end, or it may not. */
export function exitUntil(stay: Stay, now: Date): Date | null {
  if (stay.state === 'covered') return stay.coveredUntil ?? addMs(now, dayMs)
  return stay.exitDeadlineAt ?? stay.freeUntil
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

type StayStateInput = Costs & { at: Date; hasGrace: boolean; deadline: Date | null }

function stayStateAt(facts: StayFacts, now: StayStateInput): StayState {
  const { at, deadline } = now
  if (facts.exitedAt !== null) return 'exited'
  if (facts.blockedAt !== null) return 'blocked'
  if (at < facts.enteredAt) return 'issued'
  if (deadline === null && now.grossCents <= 0) return 'free'
  const isCovered = now.owedCents <= 0 || (now.hasGrace && (facts.feeCents ?? 0) === 0)
  if (facts.segments.length === 0) return isCovered ? 'covered' : 'due'
  return isCovered || (deadline !== null && canExitAt(deadline, at)) ? 'paid' : 'overdue'
}

/** Null if no segment has one. */
export function latestDeadline(segments: readonly Pick<PaidSegment, 'exitDeadlineAt'>[]): Date | null {
  const given = segments.flatMap(({ exitDeadlineAt }) => exitDeadlineAt ?? [])
  return given.reduce<Date | null>((last, at) => (last === null ? at : later(last, at)), null)
}

/** A segment of a shop is shown as its validation, the other ones as what was paid. */
function dueLines(facts: StayFacts, priced: Price, off: readonly PriceLine[]): PriceLine[] {
  const { segments, validations = [], feeCents = 0 } = facts
  const ofShops = segments.flatMap((segment) => {
    const given = validations.find(({ segmentN }) => segmentN === segment.n)
    const amountCents = -countedCentsOf(segment)
    return given === undefined ? [] : [{ text: given.text, amountCents, validationId: given.id }]
  })
  const paidCents = sumCounted(segments) + sumCents(ofShops)
  const fee = feeCents === 0 ? [] : [{ text: 'Segunda via do ticket', amountCents: feeCents }]
  const paid = paidCents === 0 ? [] : [{ text: 'Já pago', amountCents: -paidCents }]
  return [...priced.lines, ...off, ...ofShops, ...fee, ...paid]
}

function earliest<End extends Date | null>(end: End, ends: readonly Date[]): End | Date {
  return ends.reduce<End | Date>((first, at) => (first === null || at < first ? at : first), end)
}

function quoteExpiry(priced: Price, at: Date): Date {
  const shortest = addMs(at, quoteMinutes * minuteMs)
  return priced.nextStepAt === null ? shortest : later(priced.nextStepAt, shortest)
}
