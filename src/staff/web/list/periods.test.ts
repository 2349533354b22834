import { expect, it } from 'vitest'
import { periodsOf } from './periods.ts'

it.each([
  ['2026-11-30', '2026-11-29', ['2026-11-30', '2026-12-06'], ['2026-11-01', '2026-11-30']],
  ['2026-11-29', '2026-11-28', ['2026-11-23', '2026-11-29'], ['2026-11-01', '2026-11-30']],
  ['2027-01-01', '2026-12-31', ['2026-12-28', '2027-01-03'], ['2027-01-01', '2027-01-31']],
] as const)('%s: yesterday is %s, its week is %j, its month %j', (today, yesterday, week, month) => {
  expect(periodsOf(today)).toEqual({
    today: { from: today, until: today },
    yesterday: { from: yesterday, until: yesterday },
    week: { from: week[0], until: week[1] },
    month: { from: month[0], until: month[1] },
  })
})
