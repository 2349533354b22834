import fc from 'fast-check'
import { dayClasses, type DayClass } from '#ticket/calendar/dayClass.ts'
import type { TariffRules } from '#ticket/tariff.ts'

export type CalendarTariff = Extract<TariffRules, { kind: 'calendar' }>
type Blocks = readonly [minutes: number, cents: number]
type RowOf = { hours?: string; first: Blocks; step: Blocks; cap?: number }

export const allDays: DayClass[] = [...dayClasses]
const workdays: DayClass[] = ['mon', 'tue', 'wed', 'thu', 'fri']

const block = ([minutes, value_cents]: Blocks) => ({ minutes, value_cents })

export function calendarRow(name: string, days: DayClass[], of: RowOf): CalendarTariff['rows'][number] {
  const [from = '', to = ''] = (of.hours ?? '00:00-00:00').split('-')
  const cap = of.cap === undefined ? null : { value_cents: of.cap }
  return { name, days, from, to, first_block: block(of.first), step: block(of.step), cap }
}

export function calendarTariff(tolerance: number, rows: CalendarTariff['rows']): CalendarTariff {
  return {
    kind: 'calendar',
    entry_tolerance_min: tolerance,
    exit_tolerance_min: 15,
    exit_rule: 'max_of_both',
    lost_ticket_fee_cents: 0,
    days: [],
    rows,
  }
}

/** By day and hour, with caps (docs/tariff.md#by-days-and-hours). */
export const tariffK = calendarTariff(15, [
  calendarRow('Feriado', ['holiday'], { first: [720, 2000], step: [60, 200], cap: 3000 }),
  calendarRow('Dia útil', workdays, { hours: '07:00-19:00', first: [60, 1000], step: [30, 400], cap: 6000 }),
  calendarRow('Noite', allDays, { hours: '19:00-07:00', first: [60, 800], step: [60, 300], cap: 6000 }),
  calendarRow('Demais', allDays, { first: [120, 1200], step: [60, 500], cap: 4000 }),
])

/** Without caps; a night that has the class of its evening. */
export const tariffL = calendarTariff(0, [
  calendarRow('Noite de sexta', ['fri'], { hours: '22:00-06:00', first: [60, 500], step: [60, 100] }),
  calendarRow('Demais', allDays, { first: [60, 1000], step: [60, 500] }),
])

const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 }))
const anyBlock = fc.record({
  minutes: fc.oneof(fc.integer({ min: 1, max: 1440 }), fc.constantFrom(15, 30, 60)),
  value_cents: cents,
})
const clock = fc
  .integer({ min: 0, max: 95 })
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
const anyHours = fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to)
const anyDay = fc
  .date({ min: new Date('2018-10-01Z'), max: new Date('2027-12-31Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

/** The last row is in force whenever no other is. */
export const anyCalendar: fc.Arbitrary<CalendarTariff> = fc
  .record({
    entry_tolerance_min: fc.integer({ min: 0, max: 90 }),
    exit_rule: fc.constantFrom('tolerance_only' as const, 'max_of_both' as const),
    isCapped: fc.boolean(),
    days: fc.uniqueArray(
      fc.record({ day: anyDay, class: fc.constantFrom(...dayClasses), name: fc.constant('Dia próprio') }),
      { maxLength: 5, selector: ({ day }) => day },
    ),
    rows: fc.array(
      fc.record({
        days: fc.subarray(allDays, { minLength: 1 }),
        hours: anyHours,
        first_block: anyBlock,
        step: anyBlock,
        cap: fc.integer({ min: 0, max: 12_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ isCapped, rows, ...rules }) => ({
    ...calendarTariff(0, []),
    ...rules,
    rows: rows.map(({ hours, cap, days, ...row }, i) => ({
      ...row,
      ...(i === rows.length - 1 ? { from: '00:00', to: '00:00', days: allDays } : { ...hours, days }),
      name: `Linha ${i + 1}`,
      cap: isCapped ? { value_cents: cap } : null,
    })),
  }))
