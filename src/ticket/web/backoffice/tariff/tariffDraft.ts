import * as z from 'zod/mini'
import { isDay } from '#kit/calendar.ts'
import { clockTime } from '../../../calendar/blockEntry.ts'
import type { OwnDayEntry, RowEntry } from '../../../calendar/calendarEntry.ts'
import { dayClasses } from '../../../calendar/dayClass.ts'
import type { BackOfficeTariff } from '../../../tariffBackOffice.ts'
import { tariffEntry, type TariffEntry } from '../../../tariffEntry.ts'

type Fields<Kind> = Omit<Extract<TariffEntry, { kind: Kind }>, 'kind'>
type EveryField = Fields<'overnight'> & Fields<'flat_day'>

/** Numbers may be empty. */
type Draft<T> = { [Name in keyof T]: T[Name] extends number | null ? number | null : T[Name] }
export type RowDraft = Draft<RowEntry>

export const startChoices = ['now', 'tomorrow', 'monday', 'month', 'other'] as const

/** `starts_at` is a day, as 'YYYY-MM-DD', and counts with `start_time` where `start` is `other`. */
type StartDraft = { start: (typeof startChoices)[number]; starts_at: string; start_time: string }

export type TariffDraft = Pick<TariffEntry, 'kind'> &
  Draft<EveryField> &
  StartDraft & { rows: RowDraft[]; days: OwnDayEntry[] }

const startFields = z
  .object({ start: z.enum(startChoices), starts_at: z.string(), start_time: z.string() })
  .check(
    z.refine(({ start, starts_at }) => start !== 'other' || isDay(starts_at), {
      path: ['starts_at'],
      error: 'Informe a data.',
    }),
    z.refine(({ start, start_time }) => start !== 'other' || z.safeParse(clockTime, start_time).success, {
      path: ['start_time'],
      error: 'Informe a hora.',
    }),
  )

export const tariffForm = z.intersection(tariffEntry, startFields)

const emptyDraft: Omit<TariffDraft, 'rows'> = {
  kind: 'blocks',
  name: '',
  entry_tolerance_min: 15,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 0,
  first_minutes: 60,
  first_value: null,
  step_minutes: 60,
  step_value: null,
  cap_value: null,
  day_value: null,
  night_from: '20:00',
  night_to: '08:00',
  night_value: null,
  days: [],
  start: 'now',
  starts_at: '',
  start_time: '00:00',
}

/** A scheduled version keeps its start. */
export function draftOf(chosen: BackOfficeTariff | null): TariffDraft {
  const draft = { ...emptyDraft, ...chosen?.entry }
  if (chosen?.state !== 'scheduled') return { rows: firstRows(draft), ...draft }
  const [starts_at = '', start_time = ''] = chosen.starts_at.slice(0, 16).split('T')
  return { rows: firstRows(draft), ...draft, start: 'other', starts_at, start_time }
}

/** Working days and the rest, at the price that the tariff has today. */
function firstRows(draft: Omit<TariffDraft, 'rows'>): RowDraft[] {
  const { first_minutes, first_value, step_minutes, step_value, cap_value } = draft
  const blocks = { first_minutes, first_value, step_minutes, step_value, cap_value }
  return [
    { name: 'Dia útil', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '19:00', ...blocks },
    { name: 'Demais horários', days: [...dayClasses], from: '00:00', to: '00:00', ...blocks },
  ]
}
