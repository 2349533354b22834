import type { TariffEntry } from '../../../tariffEntry.ts'

type Fields<Kind> = Omit<Extract<TariffEntry, { kind: Kind }>, 'kind'>
type Every = Fields<'overnight'> & Fields<'flat_day'>

/** The fields of every kind; numbers may be empty. */
export type TariffDraft = Pick<TariffEntry, 'kind'> & {
  [Name in keyof Every]: Every[Name] extends number | null ? number | null : Every[Name]
}

const empty: TariffDraft = {
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
}

export function draftOf(entry: TariffEntry | null): TariffDraft {
  return { ...empty, ...entry }
}
