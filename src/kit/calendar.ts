/** A day of the years 1900 to 2199 (docs/spec.md#r44); '2027-02-30' is none. */
export function isDay(text: string): boolean {
  if (!/^(19|2[01])\d\d-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && isoDay(at) === text
}

/** '31/12/2027' or '2027-12-31' -> '2027-12-31'; else null. */
export function parseDay(text: string): string | null {
  const day = text.trim().replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
  return isDay(day) ? day : null
}

/** '2027-12-31' -> '31/12/2027'; other texts unchanged. */
export function formatDay(text: string): string {
  return isDay(text) ? text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1') : text
}

/** Clamps to the last day: '2026-01-31' + 1 -> '2026-02-28'. */
export function plusMonths(day: string, months: number): string {
  const first = firstOfMonthAfter(day, months)
  const [same, last] = [`${first.slice(0, 8)}${day.slice(8)}`, endOfMonth(first)]
  return same < last ? same : last
}

/** '2028-02-10' -> '2028-02-29'. */
export function endOfMonth(day: string): string {
  return plusDays(firstOfMonthAfter(day, 1), -1)
}

/** The first day of the month that is so many months after the day's. */
function firstOfMonthAfter(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return isoDay(at)
}

/** '2026-11-30' + 2 -> '2026-12-02'; days may be negative. */
export function plusDays(day: string, days: number): string {
  return isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}

/** '2026-11-30' -> '2026-12-01'. */
export function nextDay(day: string): string {
  return plusDays(day, 1)
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
