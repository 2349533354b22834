import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDays, listPeriods } from './periods.ts'

describe('periods', () => {
  it('names every day, and every month, once and in order', () => {
    expect(listPeriods('2026-01-30', '2026-02-02', 'day')).toEqual([
      '2026-01-30',
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
    ])
    expect(listPeriods('2025-12-31', '2026-02-01', 'month')).toEqual(['2025-12', '2026-01', '2026-02'])
  })

  it('a span of n days has n days', () => {
    const noon = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(noon, fc.integer({ min: 0, max: 400 }), (start, length) => {
        const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)
        const [from, to] = [day(start), day(start + length)]
        expect(countDays(from, to)).toBe(length + 1)
        expect(listPeriods(from, to, 'day')).toHaveLength(length + 1)
      }),
    )
  })
})
