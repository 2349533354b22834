import { minuteMs, plus } from '#kit/clock.ts'
import { instantFormat } from '#kit/text/formats.ts'

type NightWindow = { readonly from: string; readonly to: string }

const clockDay = 24 * 60

/**
 * Whole minutes from an entrance to the end of the night window (`from` inclusive, `to` exclusive); null
 * outside. A change of the zone's offset counts in real minutes.
 */
export function nightMinutes(window: NightWindow, enteredAt: Date, timeZone: string): number | null {
  const from = clockMinutes(window.from)
  const to = clockMinutes(window.to)
  const sinceFrom = around(localMinutes(enteredAt, timeZone) - from)
  const left = around(to - from) - sinceFrom
  if (left <= 0) return null
  const endClock = localMinutes(plus(enteredAt, left * minuteMs), timeZone)
  const drift = around(endClock - to + clockDay / 2) - clockDay / 2
  let minutes = Math.max(0, left - drift)
  // Where the clock skips `to`, the night ends when it does so.
  while (isNight(localMinutes(plus(enteredAt, minutes * minuteMs), timeZone), { from, to })) minutes += 1
  return minutes
}

function isNight(clock: number, { from, to }: { from: number; to: number }): boolean {
  return around(clock - from) < around(to - from)
}

function around(minutes: number): number {
  return (minutes + clockDay) % clockDay
}

function clockMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const clockText = instantFormat('sv-SE', { hour: '2-digit', minute: '2-digit' })

function localMinutes(at: Date, timeZone: string): number {
  return clockMinutes(clockText(at, timeZone))
}
