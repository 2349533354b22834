import { endOfMonth, isDay, plusMonths } from './calendar.ts'

/** A month or a year around a day (docs/spec.md#fields). Days are 'YYYY-MM-DD', both ends included. */
export type DateInterval = {
  readonly type: 'month' | 'year'
  readonly currentDate: string
  readonly startDate: string
  readonly endDate: string
  /** Whether the control's toggle is on: the whole year. */
  readonly checked: boolean
}

/** The month or year that a day is in. */
export function intervalAround(currentDate: string, type: DateInterval['type']): DateInterval {
  const year = currentDate.slice(0, 4)
  const whole = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  const month = { startDate: `${currentDate.slice(0, 7)}-01`, endDate: endOfMonth(currentDate) }
  return { type, currentDate, checked: type === 'year', ...(type === 'year' ? whole : month) }
}

/** The interval before (-1) or after (+1): a month or a year away. */
export function moveInterval({ type, currentDate }: DateInterval, by: 1 | -1): DateInterval {
  return intervalAround(plusMonths(currentDate, type === 'year' ? by * 12 : by), type)
}

/** The other view around the same day. */
export function toggleInterval({ type, currentDate }: DateInterval): DateInterval {
  return intervalAround(currentDate, type === 'year' ? 'month' : 'year')
}

/** For an address: '2026-11' or '2026'. */
export function intervalText({ type, currentDate }: DateInterval): string {
  return currentDate.slice(0, type === 'year' ? 4 : 7)
}

/** What `intervalText` wrote; the month of `today` for anything else. */
export function readInterval(text: string | undefined, today: string): DateInterval {
  if (text !== undefined && /^\d{4}$/.test(text) && isDay(`${text}-01-01`)) {
    // Going back to months then leads to the current one, not to January.
    const sameDay = plusMonths(today, (Number(text) - Number(today.slice(0, 4))) * 12)
    return intervalAround(sameDay, 'year')
  }
  if (text !== undefined && isDay(`${text}-01`)) return intervalAround(`${text}-01`, 'month')
  return intervalAround(today, 'month')
}
