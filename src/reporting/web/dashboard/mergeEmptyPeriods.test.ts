import { expect, it } from 'vitest'
import type { DashboardRow } from '../../dashboard.ts'
import { mergeEmptyPeriods } from './mergeEmptyPeriods.ts'

const none = { captured: 0, pix: 0, refunded: 0, machine: 0, till: 0, payments: 0, refusals: 0, entries: 0 }
const day = (period: string, sums: Partial<DashboardRow> = {}) => ({ period, peak: null, ...none, ...sums })

it('joins neighbouring days without movement, and no others', () => {
  const rows = [
    day('2026-11-27', { entries: 1 }),
    day('2026-11-26'),
    day('2026-11-25', { peak: 0 }),
    day('2026-11-24'),
    day('2026-11-23', { peak: 3 }),
    day('2026-11-22'),
    day('2026-11-21', { refunded: 5 }),
  ]
  expect(mergeEmptyPeriods(rows).map(({ period, since }) => [period, since])).toEqual([
    ['2026-11-27', undefined],
    ['2026-11-26', '2026-11-24'],
    ['2026-11-23', undefined],
    ['2026-11-22', undefined],
    ['2026-11-21', undefined],
  ])
})
