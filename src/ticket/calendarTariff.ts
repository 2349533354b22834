import { isoIn, addMs, minuteMs } from '#kit/clock.ts'
import {
  type Block,
  type BlockRules,
  dayCountText,
  firstBlockText,
  minutesPerDay,
  type PriceLine,
  stepCountText,
  sumCents,
} from './blockTariff.ts'
import { type HourRules, type Hours, rowFinder } from './calendar/rowInForce.ts'

export type CalendarRow = Hours & Omit<BlockRules, 'entry_tolerance_min'> & { readonly name: string }
export type CalendarRules = HourRules<CalendarRow> & { readonly entry_tolerance_min: number }

type Entrance = { readonly enteredAt: Date; readonly timeZone: string }

/** A later price is not looked for. */
const maxRiseMinutes = 400 * minutesPerDay

/** Empty inside the entry tolerance. With caps, every 24 h from entry are a period that is priced by itself. */
export function priceCalendar(rules: CalendarRules, entrance: Entrance, minutes: number): PriceLine[] {
  if (minutes <= rules.entry_tolerance_min) return []
  const periods = begunPeriods(rules, entrance, minutes)
  const days = periods.map(({ row, capCents, fractions }) => {
    const cents = fractions.reduce((sum, { block, count }) => sum + block.value_cents * count, 0)
    return { row, cents: Math.min(cents, capCents), isCapped: cents >= capCents }
  })
  const running = periods[periods.length - 1]
  const lines =
    running === undefined || days[days.length - 1]?.isCapped
      ? dayLines(days)
      : [...dayLines(days.slice(0, -1)), ...fractionLines(running.fractions)]
  return lines.filter(({ amountCents }) => amountCents > 0)
}

/** The first whole minute after `minutes` at which the price is higher; null for never. */
export function nextCalendarRise(rules: CalendarRules, entrance: Entrance, minutes: number): number | null {
  const charged = Math.max(minutes, rules.entry_tolerance_min + 1)
  if (charged > minutes && sumCents(priceCalendar(rules, entrance, charged)) > 0) return charged
  let cents = 0
  for (const each of allFractions(rules, entrance)) {
    const { block, count, from, capCents } = each
    if (from >= minutes + maxRiseMinutes) return null
    if (each.isFirst) cents = 0
    const begun = begunCount(each, charged)
    cents += begun * block.value_cents
    if (begun < count && block.value_cents > 0 && cents < capCents) return from + begun * block.minutes + 1
    cents += (count - begun) * block.value_cents
  }
  return null
}

/**
 * `count` fractions of `row`, one after the other, the first at minute `from`. `isFirst`: with it a period
 * begins, which costs `capCents` at most.
 */
type Fractions = {
  readonly row: CalendarRow
  readonly block: Block
  readonly isFirst: boolean
  readonly capCents: number
  readonly from: number
  readonly count: number
}
type Period = { readonly row: CalendarRow; readonly capCents: number; readonly fractions: Fractions[] }

function begunPeriods(rules: CalendarRules, entrance: Entrance, minutes: number): Period[] {
  const periods: Period[] = []
  for (const each of allFractions(rules, entrance)) {
    if (each.from >= minutes) break
    const begun = { ...each, count: begunCount(each, minutes) }
    if (each.isFirst) periods.push({ row: each.row, capCents: each.capCents, fractions: [begun] })
    else periods[periods.length - 1]?.fractions.push(begun)
  }
  return periods
}

function begunCount({ from, block, count }: Fractions, minutes: number): number {
  return Math.min(count, Math.max(0, Math.ceil((minutes - from) / block.minutes)))
}

/**
 * Without end; none after a period's cap is reached. The row in force at its begin prices a fraction, also
 * where it reaches into another row.
 */
function* allFractions(rules: CalendarRules, entrance: Entrance): Generator<Fractions> {
  const findRow = rowFinder(rules)
  const localMinute = localClock(entrance)
  const isCapped = rules.rows.some(({ cap }) => cap !== null)
  for (let start = 0; ; start += minutesPerDay) {
    const end = isCapped ? start + minutesPerDay : Infinity
    const { row } = findRow(localMinute(start))
    const capCents = row.cap?.value_cents ?? Infinity
    yield { row, block: row.first_block, isFirst: true, capCents, from: start, count: 1 }
    let cents = row.first_block.value_cents
    let from = start + row.first_block.minutes
    while (from < end && cents < capCents) {
      const local = localMinute(from)
      const { row: current, minutesLeft } = findRow(local)
      const isClockSteady = localMinute(from + minutesLeft) === local + minutesLeft
      const left = isClockSteady ? Math.min(minutesLeft, end - from) : 1
      const block = current.step
      const count = Math.ceil(left / block.minutes)
      yield { row: current, block, isFirst: false, capCents, from, count }
      cents += count * block.value_cents
      from += count * block.minutes
    }
  }
}

/** The local clock at a minute of the stay, in minutes since 1970, seconds dropped. */
function localClock({ enteredAt, timeZone }: Entrance): (minute: number) => number {
  const read = (minute: number) =>
    Date.parse(`${isoIn(timeZone, addMs(enteredAt, minute * minuteMs)).slice(0, 16)}Z`) / minuteMs
  const starts: number[] = []
  const startOf = (day: number) => (starts[day] ??= read(day * minutesPerDay))
  return (minute) => {
    const day = Math.floor(minute / minutesPerDay)
    // A day in which the clock changes is read minute by minute.
    const isSteady = startOf(day + 1) - startOf(day) === minutesPerDay
    return isSteady ? startOf(day) + minute - day * minutesPerDay : read(minute)
  }
}

type Day = { readonly row: CalendarRow; readonly cents: number }

/** Neighbouring days of one row and value are one line. */
function dayLines(days: readonly Day[]): PriceLine[] {
  const joined: { day: Day; count: number }[] = []
  for (const day of days) {
    const last = joined[joined.length - 1]
    if (last?.day.row === day.row && last.day.cents === day.cents) last.count += 1
    else joined.push({ day, count: 1 })
  }
  return joined.map(({ day, count }) => lineOf(day.row, dayCountText(count), count * day.cents))
}

/** The first block, then a line for each row in the order of its first step. */
function fractionLines(fractions: readonly Fractions[]): PriceLine[] {
  const counts = new Map<CalendarRow, number>()
  for (const { row, isFirst, count } of fractions)
    if (!isFirst) counts.set(row, (counts.get(row) ?? 0) + count)
  const first = fractions.slice(0, 1).map(({ row, block }) => {
    return lineOf(row, firstBlockText(block.minutes), block.value_cents)
  })
  const steps = [...counts].map(([row, count]) =>
    lineOf(row, stepCountText(count, row.step.minutes), count * row.step.value_cents),
  )
  return [...first, ...steps]
}

function lineOf({ name }: CalendarRow, text: string, amountCents: number): PriceLine {
  return { text: `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`, amountCents }
}
