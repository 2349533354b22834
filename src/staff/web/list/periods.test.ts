import { expect, it } from 'vitest'
import { periodsOf } from './periods.ts'

it.each([
  ['2026-11-30', '2026-11-29', '2026-11-30', '2026-11-01', '2026-11-30'],
  ['2026-11-29', '2026-11-28', '2026-11-23', '2026-11-01', '2026-11-30'],
  ['2027-01-01', '2026-12-31', '2026-12-28', '2027-01-01', '2027-01-31'],
])('%s: yesterday is %s, its week begins on %s', (today, yesterday, monday, first, last) => {
  expect(periodsOf(today)).toEqual({
    today: { from: today, until: today },
    yesterday: { from: yesterday, until: yesterday },
    week: { from: monday, until: today },
    month: { from: first, until: last },
  })
})
