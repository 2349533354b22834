import { minutesPerDay, parseClockMinutes } from '../blockTariff.ts'
import { classReader, type DayClass, dayNumberOf, type OwnDay, weekdays } from './dayClass.ts'

/** `from` inclusive, `to` exclusive, local; equal times are the whole day. */
export type Hours = { readonly days: readonly DayClass[]; readonly from: string; readonly to: string }
export type HourRules<Row extends Hours = Hours> = {
  readonly days: readonly OwnDay[]
  readonly rows: readonly Row[]
}

type Window = { readonly days: readonly DayClass[]; readonly from: number; readonly to: number }
type DayPair = { readonly before: DayClass; readonly day: DayClass }

type RowInForce<Row> = {
  readonly row: Row
  /** Minutes of the local clock until another row may be in force. */
  readonly minutesLeft: number
}

/** The row in force at a minute of the local clock, counted from 1970: the first that fits. */
export function rowFinder<Row extends Hours>(rules: HourRules<Row>): (local: number) => RowInForce<Row> {
  const classOf = classReader(rules)
  const windows = rules.rows.map((row) => ({ row, ...windowOf(row) }))
  const changes = [...changesOf(windows), minutesPerDay]
  return (local) => {
    const dayNumber = Math.floor(local / minutesPerDay)
    const clock = local - dayNumber * minutesPerDay
    const pair = { before: classOf(dayNumber - 1), day: classOf(dayNumber) }
    const found = windows.find((window) => isWithin(window, clock, pair))
    if (!found) throw new Error('no row of the tariff is in force')
    const next = changes.find((change) => change > clock) ?? minutesPerDay
    return { row: found.row, minutesLeft: next - clock }
  }
}

/** Whether a row is in force at every instant of every day that can occur. */
export function isEveryInstantCovered(rules: HourRules): boolean {
  const windows = rules.rows.map(windowOf)
  const changes = changesOf(windows)
  return dayPairs(rules).every((pair) =>
    changes.every((clock) => windows.some((window) => isWithin(window, clock, pair))),
  )
}

const windowOf = ({ days, from, to }: Hours): Window => ({
  days,
  from: parseClockMinutes(from),
  to: parseClockMinutes(to),
})

/** Minutes of the day at which a row begins or ends, ascending. */
function changesOf(windows: readonly Window[]): number[] {
  const all = new Set([0, ...windows.flatMap(({ from, to }) => [from, to])])
  return [...all].sort((a, b) => a - b)
}

/** A window past midnight has the class of the day on which it began. */
function isWithin({ days, from, to }: Window, clock: number, { before, day }: DayPair): boolean {
  if (from < to) return clock >= from && clock < to && days.includes(day)
  return (clock >= from && days.includes(day)) || (clock < to && days.includes(before))
}

/** Each pair of a day and the day before that can occur. */
function dayPairs(rules: HourRules): DayPair[] {
  const holiday: readonly DayClass[] = namesHoliday(rules) ? ['holiday'] : []
  const ofWeek = weekdays.flatMap((day, i) => {
    const yesterday = weekdays[(i + 6) % 7] ?? day
    return [yesterday, ...holiday].flatMap((before) =>
      [day, ...holiday].map((today) => ({ before, day: today })),
    )
  })
  const classOf = classReader(rules)
  const ofOwnDays = rules.days
    .map(({ day }) => dayNumberOf(day))
    .flatMap((n) => [n, n + 1].map((m) => ({ before: classOf(m - 1), day: classOf(m) })))
  return [...ofWeek, ...ofOwnDays]
}

function namesHoliday({ rows, days }: HourRules): boolean {
  return rows.some((row) => row.days.includes('holiday')) || days.some((own) => own.class === 'holiday')
}
