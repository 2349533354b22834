import { cleanText, foldForSearch } from '#kit/brazil.ts'
import { isDay } from '#kit/calendar.ts'
import { dayMs, isoIn } from '#kit/clock.ts'

/** Names are Portuguese, or English as a spreadsheet writes them. */
const months = 'jan,fev feb,mar,abr apr,mai may,jun,jul,ago aug,set sep,out oct,nov,dez dec'.split(',')
const weekday = /^(?:dom|seg|ter|qua|qui|sex|sab)[a-z]*\.?(?:-feira)?,?\s+/
const timePattern = String.raw`(?:\s*[t,-]?\s*(?:as\s*)?\d{1,2}[:h]\d{2}(?:(?!utc|gmt|z$|[+-]\d).)*)?`
const zonedInstant =
  /^(.{6,30}?)[t,\s-]{1,4}(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s?(z|utc|gmt|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?)$/
const datePatterns = [
  String.raw`(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>20\d{2}|\d{2})${timePattern}`,
  String.raw`(?<y>20\d{2})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})${timePattern}`,
  String.raw`(?<d>\d{1,2})(?:\s+de\s+|[\s/.-]+)(?<name>[a-z]{3,9})\.?(?:\s+de\s+|[\s/.-]+)(?<y>20\d{2}|\d{2})${timePattern}`,
  String.raw`(?<y>20\d{2})(?<m>0[1-9]|1[0-2])(?<d>\d{2})(?:\d{6})?`,
  String.raw`(?<d>\d{2})(?<m>0[1-9]|1[0-2])(?<y>20\d{2})`,
].map((pattern) => new RegExp(`^${pattern}$`))

/**
 * Reads '21/11/2026', '1-3-26 10:31', '10 de março de 2026', a spreadsheet's serial number or an instant as
 * 'YYYY-MM-DD' in Brasília. Returns null for other texts.
 */
export function parseDay(text: string): string | null {
  const bare = foldForSearch(cleanText(text))
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(weekday, '')
    .replace(/^(\d{1,2})[o°]/, '$1')
  const [, date, hour = '', zone = ''] = zonedInstant.exec(bare) ?? []
  if (date !== undefined) return dayOfInstant(parseDay(date), hour, zone)
  if (/^\d{5}(?:[.,]\d+)?$/.test(bare)) return dayOfSerial(Number(bare.slice(0, 5)))
  for (const pattern of datePatterns) {
    const { d = '', m = '', y = '', name } = pattern.exec(bare)?.groups ?? {}
    if (d === '') continue
    const month =
      name === undefined ? Number(m) : months.findIndex((names) => names.includes(name.slice(0, 3))) + 1
    const day = [y.padStart(4, '20'), twoDigits(month), twoDigits(Number(d))].join('-')
    if (isDay(day)) return day
  }
  return null
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** `zone` is 'z', 'utc', 'gmt', or an offset such as '-03', '+0530', 'gmt-03:00'. */
function dayOfInstant(day: string | null, hour: string, zone: string): string | null {
  const [, hours = '+00', minutes = '00'] = /([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  const at = new Date(`${day}T${hour.replace(/^\d:/, '0$&')}${hours}:${minutes}`)
  return Number.isNaN(at.getTime()) ? null : isoIn('America/Sao_Paulo', at).slice(0, 10)
}

/** Spreadsheets count days since 30/12/1899. */
function dayOfSerial(serial: number): string | null {
  return serial < 36_526 ? null : new Date(Date.UTC(1899, 11, 30) + serial * dayMs).toISOString().slice(0, 10)
}
