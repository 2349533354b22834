import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import {
  type BlockRules,
  priceBlocks,
  minutesPerDay,
  type PriceLine,
  nextPriceRise,
  parseClockMinutes,
  sumCents,
} from './blockTariff.ts'
import { nextCalendarRise, priceCalendar } from './calendarTariff.ts'
import { dayClasses } from './calendar/dayClass.ts'
import { isDay } from '#kit/calendar.ts'
import { createDateFormat } from '#kit/text/formats.ts'

const minutes = z.int().check(z.nonnegative())
const positiveMinutes = z.int().check(z.positive())
const cents = z.int().check(z.nonnegative())
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const commonRules = {
  /** Free minutes; a longer stay is charged from entry. */
  entry_tolerance_min: minutes,
  exit_tolerance_min: minutes,
  /** 'Sair até': the tolerance alone, or the end of the paid fraction if later. */
  exit_rule: z.enum(['tolerance_only', 'max_of_both']),
  lost_ticket_fee_cents: z._default(cents, 0),
}

const blockRules = {
  first_block: z.object({ minutes: positiveMinutes, value_cents: cents }),
  step: z.object({ minutes: positiveMinutes, value_cents: cents }),
  /** The most that each 24 h from entry cost; null for no limit. */
  cap: z.nullable(z.object({ value_cents: cents })),
}

const night = z
  .object({ from: clockTime, to: clockTime, value_cents: cents })
  .check(z.refine(({ from, to }) => from !== to, 'the night window is empty'))

const dayClass = z.enum(dayClasses)

/** Equal times are the whole day; one past midnight has the day on which it began. */
const calendarRow = z
  .object({ name: z.string(), days: z.array(dayClass), from: clockTime, to: clockTime, ...blockRules })
  .check(z.refine(({ from, to }) => from !== to || from === '00:00', 'the hours are empty'))

const ownDay = z.object({ day: z.string().check(z.refine(isDay)), class: dayClass, name: z.string() })

/**
 * Centavos and minutes. `flat_day`: one value per started 24 h. `overnight`: a stay inside the local night
 * window costs `night.value_cents` at most; past it, blocks count from entry. `calendar`: each fraction is
 * priced by the first row that fits where it begins.
 */
export const tariffRules = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blocks'), ...commonRules, ...blockRules }),
  z.object({ kind: z.literal('flat_day'), ...commonRules, day: z.object({ value_cents: cents }) }),
  z.object({ kind: z.literal('overnight'), ...commonRules, ...blockRules, night }),
  z.object({
    kind: z.literal('calendar'),
    ...commonRules,
    days: z.array(ownDay),
    rows: z.array(calendarRow).check(z.minLength(1)),
  }),
])
export type TariffRules = z.output<typeof tariffRules>

type StayPeriod = { readonly enteredAt: Date; readonly at: Date; readonly timeZone: string }

export type Price = {
  readonly amountCents: number
  /** Sum to the amount; empty inside the entry tolerance. */
  readonly lines: readonly PriceLine[]
  /** First instant of a higher price; null for never. */
  readonly nextStepAt: Date | null
  /** Last minute of the paid fraction; null while free, or without end. */
  readonly fractionEndsAt: Date | null
  /** Last minute without charge; null once charged, or if free for ever. */
  readonly freeUntil: Date | null
}

/** Never decreases in time. */
export function computePrice(rules: TariffRules, stay: StayPeriod): Price {
  const { lines, riseMinute } = charge(rules, stay)
  const amountCents = sumCents(lines)
  const nextStepAt = riseMinute === null ? null : addMs(stay.enteredAt, riseMinute * minuteMs)
  const lastMinuteAt = nextStepAt === null ? null : addMs(nextStepAt, -minuteMs)
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

type ChargedLines = { lines: readonly PriceLine[]; riseMinute: number | null }

function charge(rules: TariffRules, stay: StayPeriod): ChargedLines {
  const minutes = parkedMinutes(stay.enteredAt, stay.at)
  switch (rules.kind) {
    case 'blocks':
      return chargeByBlocks(rules, minutes)
    case 'flat_day':
      return chargeByBlocks(flatDayAsBlocks(rules), minutes)
    case 'overnight':
      return chargeOvernight(rules, stay)
    case 'calendar':
      return {
        lines: priceCalendar(rules, stay, minutes),
        riseMinute: nextCalendarRise(rules, stay, minutes),
      }
  }
}

function chargeByBlocks(blocks: BlockRules, minutes: number): ChargedLines {
  return { lines: priceBlocks(blocks, minutes), riseMinute: nextPriceRise(blocks, minutes) }
}

/** A flat day is a first block of 24 h that is also its cap. */
function flatDayAsBlocks(rules: Extract<TariffRules, { kind: 'flat_day' }>): BlockRules {
  const day = { minutes: minutesPerDay, value_cents: rules.day.value_cents }
  return { entry_tolerance_min: rules.entry_tolerance_min, first_block: day, step: day, cap: rules.day }
}

function chargeOvernight(rules: Extract<TariffRules, { kind: 'overnight' }>, stay: StayPeriod): ChargedLines {
  const minutes = parkedMinutes(stay.enteredAt, stay.at)
  const lines = priceBlocks(rules, minutes)
  const nightEnd = minutesToNightEnd(rules.night, stay.enteredAt, stay.timeZone)
  const { from, to, value_cents: nightCents } = rules.night
  if (nightEnd === null || minutes > nightEnd || sumCents(lines) < nightCents) {
    return { lines, riseMinute: nextPriceRise(rules, minutes) }
  }
  const morning = nightEnd + 1
  const dearer = sumCents(priceBlocks(rules, morning)) > nightCents
  return {
    lines: [{ text: `Pernoite (${from} às ${to})`, amountCents: nightCents }],
    riseMinute: dearer ? morning : nextPriceRise(rules, morning),
  }
}

type NightWindow = { readonly from: string; readonly to: string }

/**
 * Whole minutes from an entrance to the end of the night window (`from` inclusive, `to` exclusive); null
 * outside. A change of the zone's offset counts in real minutes.
 */
export function minutesToNightEnd(window: NightWindow, enteredAt: Date, timeZone: string): number | null {
  const from = parseClockMinutes(window.from)
  const to = parseClockMinutes(window.to)
  const sinceFrom = wrapToDay(localClockMinutes(enteredAt, timeZone) - from)
  const left = wrapToDay(to - from) - sinceFrom
  if (left <= 0) return null
  const endClock = localClockMinutes(addMs(enteredAt, left * minuteMs), timeZone)
  const drift = wrapToDay(endClock - to + minutesPerDay / 2) - minutesPerDay / 2
  let minutes = Math.max(0, left - drift)
  // Where the clock skips `to`, the night ends when it does so.
  while (isNight(localClockMinutes(addMs(enteredAt, minutes * minuteMs), timeZone), { from, to }))
    minutes += 1
  return minutes
}

function isNight(clock: number, { from, to }: { from: number; to: number }): boolean {
  return wrapToDay(clock - from) < wrapToDay(to - from)
}

function wrapToDay(minutes: number): number {
  return (minutes + minutesPerDay) % minutesPerDay
}

const formatClock = createDateFormat('sv-SE', { hour: '2-digit', minute: '2-digit' })

function localClockMinutes(at: Date, timeZone: string): number {
  return parseClockMinutes(formatClock(at, timeZone))
}
