import type { TariffEntry } from '../../../tariffEntry.ts'

export type TariffDraft = {
  kind: TariffEntry['kind']
  name: string
  entry_tolerance_min: number | null
  exit_tolerance_min: number | null
  exit_rule: TariffEntry['exit_rule']
  lost_ticket_fee: number | null
  first_minutes: number | null
  first_value: number | null
  step_minutes: number | null
  step_value: number | null
  cap_value: number | null
  day_value: number | null
  night_from: string
  night_to: string
  night_value: number | null
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
