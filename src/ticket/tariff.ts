import * as z from 'zod/mini'
import { minuteMs, plus } from '#kit/clock.ts'
import { type Blocks, blockLines, dayMinutes, type Line, nextRise, sumOf } from './charge.ts'
import { instantFormat } from '#kit/text/formats.ts'

const minutes = z.int().check(z.nonnegative())
const someMinutes = z.int().check(z.positive())
const cents = z.int().check(z.nonnegative())
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const everyTariff = {
  /** Free minutes; a longer stay is charged from entry. */
  entry_tolerance_min: minutes,
  exit_tolerance_min: minutes,
  /** 'Sair até': the tolerance alone, or the end of the paid fraction if later. */
  exit_rule: z.enum(['tolerance_only', 'max_of_both']),
  lost_ticket_fee_cents: z._default(cents, 0),
}

const fractions = {
  first_block: z.object({ minutes: someMinutes, value_cents: cents }),
  step: z.object({ minutes: someMinutes, value_cents: cents }),
  /** The most that each 24 h from entry cost; null for no limit. */
  cap: z.nullable(z.object({ value_cents: cents })),
}

const night = z
  .object({ from: clockTime, to: clockTime, value_cents: cents })
  .check(z.refine(({ from, to }) => from !== to, 'the night window is empty'))

/**
 * Centavos and minutes. `flat_day`: one value per started 24 h. `overnight`: a stay inside the local night
 * window costs `night.value_cents` at most; past it, blocks count from entry.
 */
export const tariffRules = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blocks'), ...everyTariff, ...fractions }),
  z.object({ kind: z.literal('flat_day'), ...everyTariff, day: z.object({ value_cents: cents }) }),
  z.object({ kind: z.literal('overnight'), ...everyTariff, ...fractions, night }),
])
export type TariffRules = z.output<typeof tariffRules>

type TimedStay = { readonly enteredAt: Date; readonly at: Date; readonly timeZone: string }

export type Price = {
  readonly amountCents: number
  /** Sum to the amount; empty inside the entry tolerance. */
  readonly lines: readonly Line[]
  /** First instant of a higher price; null for never. */
  readonly nextStepAt: Date | null
  /** Last minute of the paid fraction; null while free, or without end. */
  readonly fractionEndsAt: Date | null
  /** Last minute without charge; null once charged, or if free for ever. */
  readonly freeUntil: Date | null
}

/** Never decreases in time. */
export function price(rules: TariffRules, stay: TimedStay): Price {
  const minutes = parkedMinutes(stay.enteredAt, stay.at)
  const { lines, riseMinute } = rules.kind === 'overnight' ? overnight(rules, stay) : byBlocks(rules, minutes)
  const amountCents = sumOf(lines)
  const nextStepAt = riseMinute === null ? null : plus(stay.enteredAt, riseMinute * minuteMs)
  const lastMinuteAt = nextStepAt === null ? null : plus(nextStepAt, -minuteMs)
  return {
    amountCents,
    lines,
    nextStepAt,
    fractionEndsAt: amountCents > 0 ? lastMinuteAt : null,
    freeUntil: amountCents > 0 ? null : lastMinuteAt,
  }
}

/** Never negative. */
export function parkedMinutes(enteredAt: Date, at: Date): number {
  return Math.max(0, Math.floor((at.getTime() - enteredAt.getTime()) / minuteMs))
}

type Charge = { lines: readonly Line[]; riseMinute: number | null }

function byBlocks(rules: Exclude<TariffRules, { kind: 'overnight' }>, minutes: number): Charge {
  const blocks = rules.kind === 'flat_day' ? dayBlocks(rules) : rules
  return { lines: blockLines(blocks, minutes), riseMinute: nextRise(blocks, minutes) }
}

/** A flat day is a first block of 24 h that is also its cap. */
function dayBlocks(rules: Extract<TariffRules, { kind: 'flat_day' }>): Blocks {
  const day = { minutes: dayMinutes, value_cents: rules.day.value_cents }
  return { entry_tolerance_min: rules.entry_tolerance_min, first_block: day, step: day, cap: rules.day }
}

function overnight(rules: Extract<TariffRules, { kind: 'overnight' }>, stay: TimedStay): Charge {
  const minutes = parkedMinutes(stay.enteredAt, stay.at)
  const lines = blockLines(rules, minutes)
  const nightEnd = nightMinutes(rules.night, stay.enteredAt, stay.timeZone)
  const { from, to, value_cents: nightCents } = rules.night
  if (nightEnd === null || minutes > nightEnd || sumOf(lines) < nightCents) {
    return { lines, riseMinute: nextRise(rules, minutes) }
  }
  const morning = nightEnd + 1
  const dearer = sumOf(blockLines(rules, morning)) > nightCents
  return {
    lines: [{ text: `Pernoite (${from} às ${to})`, amountCents: nightCents }],
    riseMinute: dearer ? morning : nextRise(rules, morning),
  }
}

type NightWindow = { readonly from: string; readonly to: string }

/**
 * Whole minutes from an entrance to the end of the night window (`from` inclusive, `to` exclusive); null
 * outside. A change of the zone's offset counts in real minutes.
 */
export function nightMinutes(window: NightWindow, enteredAt: Date, timeZone: string): number | null {
  const from = clockMinutes(window.from)
  const to = clockMinutes(window.to)
  const sinceFrom = around(localMinutes(enteredAt, timeZone) - from)
  const left = around(to - from) - sinceFrom
  if (left <= 0) return null
  const endClock = localMinutes(plus(enteredAt, left * minuteMs), timeZone)
  const drift = around(endClock - to + dayMinutes / 2) - dayMinutes / 2
  let minutes = Math.max(0, left - drift)
  // Where the clock skips `to`, the night ends when it does so.
  while (isNight(localMinutes(plus(enteredAt, minutes * minuteMs), timeZone), { from, to })) minutes += 1
  return minutes
}

function isNight(clock: number, { from, to }: { from: number; to: number }): boolean {
  return around(clock - from) < around(to - from)
}

function around(minutes: number): number {
  return (minutes + dayMinutes) % dayMinutes
}

function clockMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const clockText = instantFormat('sv-SE', { hour: '2-digit', minute: '2-digit' })

function localMinutes(at: Date, timeZone: string): number {
  return clockMinutes(clockText(at, timeZone))
}
