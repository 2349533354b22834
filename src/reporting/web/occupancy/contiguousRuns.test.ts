import { expect, it } from 'vitest'
import type { OccupancyRow } from '#parking/occupancy.ts'
import { contiguousRuns } from './contiguousRuns.ts'

const row = (period: string): OccupancyRow => ({
  lot_id: 1,
  lot: 'Garagem Centro',
  period,
  taken_start: 0,
  taken_max: 1,
  taken_mean: 0.5,
  entered: 0,
  left: 0,
  spaces: 2,
  hours: 1,
})
const places = (periods: readonly string[], by: 'hour' | 'day') =>
  contiguousRuns(periods.map(row), { from: '2026-03-01', by }).map((run) => run.map(({ x }) => x))

it('an hour without a row is a gap of the plot', () => {
  const hours = ['2026-03-01T00:00:00-03:00', '2026-03-01T01:00:00-03:00', '2026-03-02T02:00:00-03:00']
  expect(places(hours, 'hour')).toEqual([[0, 1], [26]])
  expect(places(['2026-03-01', '2026-03-02', '2026-03-04'], 'day')).toEqual([[0, 1], [3]])
  expect(places([], 'day')).toEqual([])
})
