import { expect, test } from 'vitest'
import { classReader, dayNumberOf, holidayName, nationalHolidays } from './dayClass.ts'

const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']

test.each([
  [2026, '04-03'],
  [2027, '03-26'],
  [2028, '04-14'],
  [2029, '03-30'],
  [2030, '04-19'],
  [2031, '04-11'],
])('%i has ten national holidays, with Sexta-feira Santa on %s', (year, friday) => {
  const days = [...fixed, friday].sort().map((day) => `${year}-${day}`)
  expect([...nationalHolidays(year).keys()]).toEqual(days)
})

test('Carnaval, Corpus Christi and election Sundays are no national holidays', () => {
  for (const day of ['2026-02-17', '2026-06-04', '2026-10-04', '2026-10-25'])
    expect(holidayName(day)).toBeNull()
})

const holidayRow = { days: ['holiday'] as const }
const weekRow = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const }
const own = { day: '2026-12-25', class: 'tue', name: 'Como uma terça' } as const

test.each([
  ['a Wednesday', '2026-11-18', 'wed', [holidayRow, weekRow], []],
  ['a holiday', '2026-11-20', 'holiday', [holidayRow, weekRow], []],
  ['a holiday that no row names', '2026-11-20', 'fri', [weekRow], []],
  ['an own day wins over a holiday', '2026-12-25', 'tue', [holidayRow, weekRow], [own]],
  ['a Thursday of 1969', '1969-12-25', 'holiday', [holidayRow], []],
  ['a Wednesday of 1969', '1969-12-24', 'wed', [holidayRow], []],
] as const)('%s, %s, is %s', (_, day, dayClass, rows, days) => {
  expect(classReader({ rows, days })(dayNumberOf(day))).toBe(dayClass)
})
