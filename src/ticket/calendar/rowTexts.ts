import { formatDay } from '#kit/calendar.ts'
import { reaisText } from '#kit/money.ts'
import { blockDurationText } from '../blockTariff.ts'
import type { CalendarRow } from '../calendarTariff.ts'
import { type DayClass, dayClasses, type OwnDay, weekdays } from './dayClass.ts'
import type { Hours } from './rowInForce.ts'

export const dayClassTexts = {
  mon: { short: 'seg', name: 'Segunda-feira' },
  tue: { short: 'ter', name: 'Terça-feira' },
  wed: { short: 'qua', name: 'Quarta-feira' },
  thu: { short: 'qui', name: 'Quinta-feira' },
  fri: { short: 'sex', name: 'Sexta-feira' },
  sat: { short: 'sáb', name: 'Sábado' },
  sun: { short: 'dom', name: 'Domingo' },
  holiday: { short: 'feriados', name: 'Feriado' },
} as const satisfies Readonly<Record<DayClass, { short: string; name: string }>>

/** 'seg a sex', 'sáb, dom e feriados', 'todos os dias'. */
export function daysText(days: readonly DayClass[]): string {
  if (dayClasses.every((each) => days.includes(each))) return 'todos os dias'
  const runs: DayClass[][] = []
  for (const [i, day] of weekdays.entries()) {
    if (!days.includes(day)) continue
    const before = weekdays[i - 1]
    if (before !== undefined && days.includes(before)) runs[runs.length - 1]?.push(day)
    else runs.push([day])
  }
  const short = (day: DayClass | undefined) => (day === undefined ? '' : dayClassTexts[day].short)
  const named = runs.flatMap((run) =>
    run.length > 2 ? [`${short(run[0])} a ${short(run[run.length - 1])}`] : run.map(short),
  )
  return joinWithAnd([...named, ...(days.includes('holiday') ? [short('holiday')] : [])])
}

function joinWithAnd(texts: readonly string[]): string {
  const last = texts[texts.length - 1] ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} e ${last}`
}

/** 'seg a sex, 07:00 às 19:00'; the whole day has no hours. */
export function hoursText({ days, from, to }: Hours): string {
  return from === to ? daysText(days) : `${daysText(days)}, ${from} às ${to}`
}

/** 'R$ 10,00 a primeira hora, mais R$ 4,00 a cada 30 min, no máximo R$ 60,00 em 24 h'. */
export function rowPriceText({ first_block: first, step, cap }: CalendarRow): string {
  return [
    `${reaisText(first.value_cents)} ${firstBlockPhrase(first.minutes)}`,
    `mais ${reaisText(step.value_cents)} a cada ${blockDurationText(step.minutes)}`,
    ...(cap ? [`no máximo ${reaisText(cap.value_cents)} em 24 h`] : []),
  ].join(', ')
}

function firstBlockPhrase(minutes: number): string {
  if (minutes === 60) return 'a primeira hora'
  return `${minutes < 60 ? 'os primeiros' : 'as primeiras'} ${blockDurationText(minutes)}`
}

/** The label and the value of a row in a rate. */
export function rowLine(row: CalendarRow): { label: string; value: string } {
  return { label: `${row.name} (${hoursText(row)})`, value: rowPriceText(row) }
}

/** '24/11/2026 Dia da cidade (feriado)'. */
export function ownDayText({ day, class: dayClass, name }: OwnDay): string {
  return `${formatDay(day)} ${name} (${dayClassTexts[dayClass].name.toLowerCase()})`
}
