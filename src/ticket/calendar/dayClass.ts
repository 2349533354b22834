import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { dayMs } from '#kit/clock.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const dayClasses = [...weekdays, 'holiday'] as const
export type DayClass = (typeof dayClasses)[number]

/** A date that reads as another kind of day. */
export type OwnDay = { readonly day: string; readonly class: DayClass; readonly name: string }

type ClassRules = {
  readonly days: readonly OwnDay[]
  readonly rows: readonly { readonly days: readonly DayClass[] }[]
}

/** '2026-11-20' -> days since 1970. */
export function dayNumberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

/** The inverse of `dayNumberOf`. */
function dayOfNumber(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10)
}

/** The class of a day: its own, else `holiday` where it is national and a row names that, else its weekday. */
export function classReader({ days, rows }: ClassRules): (dayNumber: number) => DayClass {
  const own = new Map(days.map((each) => [each.day, each.class]))
  const knowsHolidays = rows.some((row) => row.days.includes('holiday'))
  const read = new Map<number, DayClass>()
  return (dayNumber) => {
    let found = read.get(dayNumber)
    if (found === undefined) {
      const day = dayOfNumber(dayNumber)
      const holiday = knowsHolidays && holidayName(day) !== null
      found = own.get(day) ?? (holiday ? 'holiday' : weekdayOf(dayNumber))
      read.set(dayNumber, found)
    }
    return found
  }
}

/** 1 January 1970 was a Thursday. */
export function weekdayOf(dayNumber: number): DayClass {
  return weekdays[(((dayNumber + 3) % 7) + 7) % 7] ?? 'mon'
}

/** The name of a national holiday; null for other days, and outside the years 1900 to 2099. */
export function holidayName(day: string): string | null {
  return nationalHolidays(Number(day.slice(0, 4))).get(day) ?? null
}

const holidaysByYear = new Map<number, ReadonlyMap<string, string>>()

/** Names by day. */
export function nationalHolidays(year: number): ReadonlyMap<string, string> {
  let found = holidaysByYear.get(year)
  if (found === undefined) {
    const national = getHolidays(year).filter(({ type }) => type === 'national')
    found = new Map(national.map(({ date, name }) => [machineDay(date), name]))
    holidaysByYear.set(year, found)
  }
  return found
}

/** The library's dates are midnights of the machine's zone. */
function machineDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
