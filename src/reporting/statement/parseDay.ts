import { cleanText, foldForSearch } from '#kit/brazil.ts'
import { isDay } from '#kit/calendar.ts'
import { dayMs, isoIn } from '#kit/clock.ts'

/** Names are Portuguese, or English as a spreadsheet writes them. */
const months = 'jan,fev feb,mar,abr apr,mai may,jun,jul,ago aug,set sep,out oct,nov,dez dec'.split(',')
const weekday = /^(?:dom|seg|ter|qua|qui|sex|sab)[a-z]*\.?(?:-feira)?,?\s+/
const halfDay = String.raw`[ap]\.?\s?m\.?`
const timePattern = String.raw`(?:\s*[t,-]?\s*(?:as\s*)?\d{1,2}(?:[:h]\d{2}|\s?${halfDay})(?:(?!utc|gmt|z$|[+-]\d).)*)?`
const zonedInstant = new RegExp(
  String.raw`^(.{6,30}?)[t,\s-]{1,4}(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s?(${halfDay})?\s?(z|utc|gmt|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?)$`,
)
const numericDate = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})\b/
const datePatterns = [
  String.raw`(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>20\d{2}|\d{2})${timePattern}`,
  String.raw`(?<y>20\d{2})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})${timePattern}`,
  String.raw`(?<d>\d{1,2})(?:\s+de\s+|[\s/.-]+)(?<name>[a-z]{3,9})\.?(?:\s+de\s+|[\s/.-]+)(?<y>20\d{2}|\d{2})${timePattern}`,
  String.raw`(?<y>20\d{2})(?<m>0[1-9]|1[0-2])(?<d>\d{2})(?:\d{6})?`,
  String.raw`(?<d>\d{2})(?<m>0[1-9]|1[0-2])(?<y>20\d{2})`,
].map((pattern) => new RegExp(`^${pattern}$`))

export type DayOrder = 'day_first' | 'month_first'

/** Months come first only where some second part is above 12 and no first part is. */
export function detectDayOrder(texts: readonly string[]): DayOrder {
  const parts = texts.flatMap((text) => {
    const [, first, second] = numericDate.exec(text) ?? []
    return first === undefined ? [] : [{ first: Number(first), second: Number(second) }]
  })
  const isMonthFirst = parts.some(({ second }) => second > 12) && parts.every(({ first }) => first <= 12)
  return isMonthFirst ? 'month_first' : 'day_first'
}

/**
 * Reads '21/11/2026', '1-3-26 10:31', '10 de março de 2026', a spreadsheet's serial number or an instant as
 * 'YYYY-MM-DD' in Brasília. Returns null for other texts.
 */
export function parseDay(text: string, order: DayOrder = 'day_first'): string | null {
  const bare = foldForSearch(cleanText(text))
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(weekday, '')
    .replace(/^(\d{1,2})[o°]/, '$1')
  const [, date, hour = '', half = '', zone = ''] = zonedInstant.exec(bare) ?? []
  if (date !== undefined) return dayOfInstant(parseDay(date, order), to24Hours(hour, half), zone)
  if (/^\d{5}(?:[.,]\d+)?$/.test(bare)) return dayOfSerial(Number(bare.slice(0, 5)))
  for (const pattern of datePatterns) {
    const { d = '', m = '', y = '', name } = pattern.exec(bare)?.groups ?? {}
    if (d === '') continue
    const month =
      name === undefined ? Number(m) : months.findIndex((names) => names.includes(name.slice(0, 3))) + 1
    const [first, second] =
      pattern === datePatterns[0] && order === 'month_first' ? [month, Number(d)] : [Number(d), month]
    const day = [y.padStart(4, '20'), twoDigits(second), twoDigits(first)].join('-')
    if (isDay(day)) return day
  }
  return null
}

/** '12:30', 'am' -> '00:30'; '1:30', 'pm' -> '13:30'. */
function to24Hours(hour: string, half: string): string {
  if (half === '') return hour
  const [hours = '', ...rest] = hour.split(':')
  return [twoDigits((Number(hours) % 12) + (half.startsWith('p') ? 12 : 0)), ...rest].join(':')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** `zone` is 'z', 'utc', 'gmt', or an offset such as '-03', '+0530', 'gmt-03:00'. */
export function dayOfInstant(day: string | null, hour: string, zone: string): string | null {
  const [, hours = '+00', minutes = '00'] = /([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  const at = new Date(`${day}T${hour.replace(/^\d:/, '0$&')}${hours}:${minutes}`)
  return Number.isNaN(at.getTime()) ? null : isoIn('America/Sao_Paulo', at).slice(0, 10)
}

/** Spreadsheets count days since 30/12/1899. */
function dayOfSerial(serial: number): string | null {
  return serial < 36_526 ? null : new Date(Date.UTC(1899, 11, 30) + serial * dayMs).toISOString().slice(0, 10)
}
