import { agoText } from '../../text/formats.ts'

const minuteMs = 60_000
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
]

/** 'há 3 dias', 'em 2 horas', 'agora'. */
export function relativeText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  const unit = units.find(([, size]) => Math.abs(ms) >= size)
  if (!unit) return 'agora'
  const [name, size] = unit
  return agoText(Math.trunc(ms / size), name)
}
