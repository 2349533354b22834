import { formatDay, nextDay, plusDays } from '#kit/calendar.ts'
import { isoIn } from '#kit/clock.ts'
import { localInstant } from '#kit/localInstant.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { dayNumberOf, weekdayOf } from '../../../calendar/dayClass.ts'
import type { startChoices, TariffDraft } from './tariffDraft.ts'

type Start = (typeof startChoices)[number]
type DayStart = Exclude<Start, 'now' | 'other'>

export function todayIn(timeZone: string): string {
  return isoIn(timeZone, new Date(serverTime())).slice(0, 10)
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  let monday = day
  while (weekdayOf(dayNumberOf(monday)) !== 'mon') monday = plusDays(monday, -1)
  return monday
}

function startDay(start: DayStart, today: string): string {
  if (start === 'tomorrow') return nextDay(today)
  if (start === 'monday') return plusDays(mondayOf(today), 7)
  let day = nextDay(today)
  while (!day.endsWith('-01')) day = nextDay(day)
  return day
}

/** The choices of a start, with their days. */
export function startOptions(timeZone: string): { value: Start; text: string }[] {
  const today = todayIn(timeZone)
  const shortDay = (start: DayStart) => formatDay(startDay(start, today)).slice(0, 5)
  return [
    { value: 'now', text: 'Agora, ao salvar' },
    { value: 'monday', text: `Segunda-feira, ${shortDay('monday')} às 00:00` },
    { value: 'tomorrow', text: `Amanhã, ${shortDay('tomorrow')} às 00:00` },
    { value: 'month', text: `No dia 1º, ${shortDay('month')} às 00:00` },
    { value: 'other', text: 'Em outra data e hora' },
  ]
}

/** The instant of a start; null for now. */
export function startInstant({ start, starts_at, start_time }: TariffDraft, timeZone: string): string | null {
  if (start === 'now') return null
  const local =
    start === 'other' ? `${starts_at}T${start_time}` : `${startDay(start, todayIn(timeZone))}T00:00`
  return localInstant(local, timeZone).toISOString()
}
