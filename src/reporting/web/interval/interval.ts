import { endOfMonth, isDay, plusMonths } from '#kit/calendar.ts'

/** Both ends are included (docs/spec.md#fields). */
export type DateInterval = {
  readonly type: 'month' | 'year'
  readonly currentDate: string
  readonly startDate: string
  readonly endDate: string
  readonly checked: boolean
}

export function intervalOf(currentDate: string, type: DateInterval['type']): DateInterval {
  const year = currentDate.slice(0, 4)
  const whole = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  const month = { startDate: `${currentDate.slice(0, 7)}-01`, endDate: endOfMonth(currentDate) }
  return { type, currentDate, checked: type === 'year', ...(type === 'year' ? whole : month) }
}

/** The interval before (-1) or after (+1). */
export function moveInterval({ type, currentDate }: DateInterval, by: 1 | -1): DateInterval {
  return intervalOf(plusMonths(currentDate, type === 'year' ? by * 12 : by), type)
}

export function toggleInterval({ type, currentDate }: DateInterval): DateInterval {
  return intervalOf(currentDate, type === 'year' ? 'month' : 'year')
}

/** '2026-11' or '2026'. */
export function formatInterval({ type, currentDate }: DateInterval): string {
  return currentDate.slice(0, type === 'year' ? 4 : 7)
}

/** Other texts give the month of `today`. */
export function parseInterval(text: string | undefined, today: string): DateInterval {
  if (text !== undefined && /^\d{4}$/.test(text) && isDay(`${text}-01-01`)) {
    const sameDay = plusMonths(today, (Number(text) - Number(today.slice(0, 4))) * 12)
    return intervalOf(sameDay, 'year')
  }
  if (text !== undefined && isDay(`${text}-01`)) return intervalOf(`${text}-01`, 'month')
  return intervalOf(today, 'month')
}
