import { addMs, later, minuteMs } from '#kit/clock.ts'
import { exitDeadlineEnd } from '#parking/exitDeadline.ts'
import type { PriceLine } from './blockTariff.ts'
import { computePrice, type TariffRules } from './tariff.ts'

/** `value` is minutes, centavos or per cent; `all` has none. */
export type Benefit = {
  readonly kind: 'minutes' | 'amount' | 'percent' | 'all'
  readonly value: number | null
  readonly maxCents: number | null
}

/** A benefit that a shop gave a ticket (docs/tariff.md#convênios). */
export type Validation = Benefit & {
  readonly id: number
  /** 'Convênio Livraria Sol (2 h)' */
  readonly text: string
  readonly at: Date
  /** What it took off when it was fixed; null while it stands. */
  readonly grantedCents: number | null
  /** Until when it counts although it was undone; null where it was not. */
  readonly countsUntil: Date | null
  /** Of `all`, which pays as a segment: its number. */
  readonly segmentN: number | null
}

/** Without those whose time after the undoing is over at `at`. */
export function countedValidations(validations: readonly Validation[], at: Date): readonly Validation[] {
  return validations.filter(({ countsUntil }) => countsUntil === null || at < countsUntil)
}

/** A stay whose price validations lower. */
export type ValidatedStay = {
  readonly rules: TariffRules
  readonly timeZone: string
  readonly enteredAt: Date
  readonly validations: readonly Validation[]
}

const orderOfKinds = { minutes: 0, amount: 1, percent: 2, all: 3 } as const

function byOrder(a: Validation, b: Validation): number {
  return orderOfKinds[a.kind] - orderOfKinds[b.kind] || a.at.getTime() - b.at.getTime() || a.id - b.id
}

/**
 * A line below zero for each validation but `all`, in their order, of a price in centavos. A fixed one takes what it
 * was granted, before those that stand; no line takes more than what is left.
 */
export function linesOff(stay: ValidatedStay, priceCents: number): PriceLine[] {
  const ordered = stay.validations.filter(({ kind }) => kind !== 'all').sort(byOrder)
  const fixed = ordered.filter(({ grantedCents }) => grantedCents !== null)
  const standing = ordered.filter(({ grantedCents }) => grantedCents === null)
  let leftCents = priceCents
  const offById = new Map<number, number>()
  for (const validation of [...fixed, ...standing]) {
    const cents = Math.min(leftCents, validation.grantedCents ?? offOf(validation, stay, leftCents))
    offById.set(validation.id, cents)
    leftCents -= cents
  }
  return ordered.flatMap(({ id, text }) => {
    const cents = offById.get(id) ?? 0
    return cents === 0 ? [] : [{ text, amountCents: -cents, validationId: id }]
  })
}

function offOf(validation: Validation, stay: ValidatedStay, leftCents: number): number {
  const { kind, value, maxCents } = validation
  const mostCents = maxCents ?? Infinity
  switch (kind) {
    case 'minutes':
      return Math.min(mostCents, minutesOff(validation, stay))
    case 'amount':
      return Math.min(mostCents, value ?? 0)
    case 'percent':
      return Math.min(mostCents, leftCents - Math.floor((leftCents * (100 - (value ?? 0))) / 100))
    case 'all':
      return 0
  }
}

/** What its minutes cost after those of earlier validations: minutes add up before they are priced. */
function minutesOff(validation: Validation, stay: ValidatedStay): number {
  const ofMinutes = stay.validations.filter(({ kind }) => kind === 'minutes').sort(byOrder)
  const before = ofMinutes.slice(
    0,
    ofMinutes.findIndex(({ id }) => id === validation.id),
  )
  const minutesBefore = before.reduce((sum, { value }) => sum + (value ?? 0), 0)
  return costOfMinutes(stay, minutesBefore + (validation.value ?? 0)) - costOfMinutes(stay, minutesBefore)
}

/** What the first minutes of the stay cost without entry tolerance, in centavos. */
function costOfMinutes({ rules, timeZone, enteredAt }: ValidatedStay, minutes: number): number {
  const at = addMs(enteredAt, minutes * minuteMs)
  return minutes === 0
    ? 0
    : computePrice({ ...rules, entry_tolerance_min: 0 }, { enteredAt, at, timeZone }).amountCents
}

/** Centavos of the price at `at`, and what is left of it after the validations. */
export function priceLeftAt(stay: ValidatedStay, at: Date): { priceCents: number; leftCents: number } {
  const { amountCents: priceCents } = computePrice(stay.rules, { ...stay, at })
  const off = linesOff(stay, priceCents)
  return { priceCents, leftCents: off.reduce((sum, { amountCents }) => sum + amountCents, priceCents) }
}

/**
 * The exit tolerance of each validation at whose instant the whole price was covered: until then nothing is due, also
 * where the price rises meanwhile.
 */
export function graceDeadlines(stay: ValidatedStay): Date[] {
  const toleranceMs = stay.rules.exit_tolerance_min * minuteMs
  return stay.validations.flatMap(({ at }) => {
    const { priceCents, leftCents } = priceLeftAt(stay, at)
    return priceCents > 0 && leftCents === 0 ? [addMs(at, toleranceMs)] : []
  })
}

/** Ends of the minutes in which those tolerances end. */
export function graceEnds(stay: ValidatedStay): Date[] {
  return graceDeadlines(stay).map((deadline) => exitDeadlineEnd(deadline))
}

/** Centavos of the price that are due at `at`; none within those tolerances. */
export function dueOfPriceAt(stay: ValidatedStay, at: Date): number {
  return graceEnds(stay).some((end) => at < end) ? 0 : priceLeftAt(stay, at).leftCents
}

const farMinutes = 400 * 24 * 60

/** The last minute in which nothing is left of the price, which is covered at `at`; null where it stays so. */
export function coveredUntil(stay: ValidatedStay, at: Date): Date | null {
  const grace = graceDeadlines(stay)
  const minuteAt = (minute: number) => addMs(stay.enteredAt, minute * minuteMs)
  const isLeft = (minute: number) => priceLeftAt(stay, minuteAt(minute)).leftCents > 0
  let covered = Math.max(0, Math.floor((at.getTime() - stay.enteredAt.getTime()) / minuteMs))
  let width = 1
  while (width < farMinutes && !isLeft(covered + width)) width *= 2
  if (width >= farMinutes) return null
  if (isLeft(covered)) return latest(grace)
  let due = covered + width
  while (due - covered > 1) {
    const middle = Math.floor((due + covered) / 2)
    if (isLeft(middle)) due = middle
    else covered = middle
  }
  return latest([...grace, minuteAt(covered)])
}

function latest(instants: readonly Date[]): Date | null {
  return instants.reduce<Date | null>((last, at) => (last === null ? at : later(last, at)), null)
}
