import * as z from 'zod/mini'
import { isDay } from '#kit/calendar.ts'
import { requiredText, text } from '#kit/fields.ts'
import type { CalendarRules } from '../calendarTariff.ts'
import {
  blockFields,
  capAboveFirst,
  clockTime,
  differentTimesText,
  toBlockEntry,
  toBlocks,
} from './blockEntry.ts'
import { dayClasses, type DayClass } from './dayClass.ts'
import { isEveryInstantCovered } from './rowInForce.ts'

const dayClass = z.enum(dayClasses, { error: 'Escolha uma opção.' })

/** 00:00 to 00:00 is the whole day. */
const hoursNotEmpty = z.refine<{ from: string; to: string }>(
  ({ from, to }) => from !== to || from === '00:00',
  { path: ['to'], error: differentTimesText },
)

const rowEntry = z
  .object({
    name: requiredText(30),
    days: z.array(dayClass).check(z.minLength(1, 'Escolha ao menos um dia.')),
    from: clockTime,
    to: clockTime,
    ...blockFields,
  })
  .check(hoursNotEmpty, capAboveFirst)
export type RowEntry = z.output<typeof rowEntry>

const ownDayEntry = z.object({
  day: text('Informe a data.').check(z.refine(isDay, { error: 'Data inválida.', abort: true })),
  class: dayClass,
  name: requiredText(30),
})
export type OwnDayEntry = z.output<typeof ownDayEntry>

export const calendarFields = {
  days: z.array(ownDayEntry).check(z.maxLength(100, 'No máximo 100 dias.')),
  rows: z
    .array(rowEntry)
    .check(
      z.minLength(1, { error: 'Falta uma linha para os demais horários.', abort: true }),
      z.maxLength(20, 'No máximo 20 linhas.'),
    ),
}
type CalendarEntry = { days: OwnDayEntry[]; rows: RowEntry[] }
type Problem = { path: (string | number)[]; message: string }

/** Between rows: names, days that come twice, caps, and hours that no row has. */
export const rowsFitTogether = z.superRefine<CalendarEntry>((entry, context) => {
  for (const { path, message } of problemsBetweenRows(entry))
    context.addIssue({ code: 'custom', path, message })
})

function problemsBetweenRows(entry: CalendarEntry): Problem[] {
  const { rows, days } = entry
  const isCapped = rows.some(({ cap_value }) => cap_value !== null)
  return [
    ...repeated(rows.map(({ name }) => name)).map((i) => ({
      path: ['rows', i, 'name'],
      message: 'Já há uma linha com este nome.',
    })),
    ...repeated(days.map(({ day }) => day)).map((i) => ({
      path: ['days', i, 'day'],
      message: 'Este dia já está na lista.',
    })),
    ...rows.flatMap(({ cap_value }, i) =>
      isCapped && cap_value === null
        ? [
            {
              path: ['rows', i, 'cap_value'],
              message: 'Informe o máximo por 24 h em todas as linhas ou em nenhuma.',
            },
          ]
        : [],
    ),
    ...(isEveryInstantCovered(entry)
      ? []
      : [{ path: ['rows'], message: 'Falta uma linha para os demais horários.' }]),
  ]
}

/** Places of what has come before. */
function repeated(names: readonly string[]): number[] {
  return names.flatMap((name, i) => (names.indexOf(name) < i ? [i] : []))
}

type StoredCalendar = Pick<CalendarRules, 'days' | 'rows'>

/** In centavos; own days by date, so that equal rules are stored alike. */
export function toCalendar({ days, rows }: CalendarEntry) {
  return {
    days: [...days].sort((a, b) => (a.day < b.day ? -1 : 1)),
    rows: rows.map(({ name, days: chosen, from, to, ...blocks }) => ({
      name,
      days: inOrder(chosen),
      from,
      to,
      ...toBlocks(blocks),
    })),
  }
}

function inOrder(days: readonly DayClass[]): DayClass[] {
  return dayClasses.filter((each) => days.includes(each))
}

/** The inverse of `toCalendar`. */
export function toCalendarEntry({ days, rows }: StoredCalendar): CalendarEntry {
  return {
    days: days.map((own) => ({ ...own })),
    rows: rows.map((row) => ({
      name: row.name,
      days: [...row.days],
      from: row.from,
      to: row.to,
      ...toBlockEntry(row),
    })),
  }
}
