/** Whether the day exists. */
export function isDay(text: string): boolean {
  // PostgreSQL has no year 0.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** '31/12/2027' or '2027-12-31' -> '2027-12-31'; else null. */
export function readDay(text: string): string | null {
  const day = text.trim().replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
  return isDay(day) ? day : null
}

/** '2027-12-31' -> '31/12/2027'; other texts unchanged. */
export function dayText(text: string): string {
  return isDay(text) ? text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1') : text
}

/** Clamps to the last day: '2026-01-31' + 1 -> '2026-02-28'. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const index = year * 12 + (month - 1) + months
  const target = { year: Math.floor(index / 12), month: index % 12 }
  return isoDay(target.year, target.month, Math.min(dayOfMonth, lastDayOf(target.year, target.month)))
}

/** '2028-02-10' -> '2028-02-29'. */
export function endOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return isoDay(year, month - 1, lastDayOf(year, month - 1))
}

/** `month` counts from 0. */
function lastDayOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

function isoDay(year: number, month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`
}

/** '2026-11-30' -> '2026-12-01'. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
