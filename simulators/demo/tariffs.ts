import { dayClasses } from '#ticket/calendar/dayClass.ts'
import type { TariffRules } from '#ticket/tariff.ts'

const demo = { kind: 'blocks', exit_tolerance_min: 15, lost_ticket_fee_cents: 0 } as const

/** docs/demo.md#1-what-is-seeded; examples in docs/tariff.md. */
export const demoTariffs = {
  A: {
    ...demo,
    entry_tolerance_min: 30,
    first_block: { minutes: 120, value_cents: 600 },
    step: { minutes: 60, value_cents: 100 },
    cap: null,
    exit_rule: 'tolerance_only',
  },
  B: {
    ...demo,
    entry_tolerance_min: 15,
    first_block: { minutes: 120, value_cents: 1100 },
    step: { minutes: 60, value_cents: 200 },
    cap: null,
    exit_rule: 'tolerance_only',
  },
  D: {
    ...demo,
    entry_tolerance_min: 15,
    first_block: { minutes: 60, value_cents: 1200 },
    step: { minutes: 30, value_cents: 300 },
    cap: { value_cents: 4500 },
    exit_rule: 'max_of_both',
  },
} as const satisfies Record<string, TariffRules>

const halfHours = (first: number, step: number, cap: number) => ({
  first_block: { minutes: 60, value_cents: first },
  step: { minutes: 30, value_cents: step },
  cap: { value_cents: cap },
})

/** By days and hours; the lowest row has what the others leave. */
export const demoCalendar = {
  ...demo,
  kind: 'calendar',
  entry_tolerance_min: 15,
  exit_rule: 'max_of_both',
  days: [{ day: '2027-01-08', class: 'holiday', name: 'Aniversário da cidade' }],
  rows: [
    {
      name: 'Dia útil',
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      from: '06:00',
      to: '22:00',
      ...halfHours(1200, 300, 4500),
    },
    {
      name: 'Fim de semana',
      days: ['sat', 'sun', 'holiday'],
      from: '06:00',
      to: '22:00',
      ...halfHours(1000, 200, 3500),
    },
    { name: 'Noite', days: [...dayClasses], from: '00:00', to: '00:00', ...halfHours(800, 100, 3000) },
  ],
} as const satisfies TariffRules
