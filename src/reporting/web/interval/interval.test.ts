import { describe, expect, it } from 'vitest'
import { intervalOf, formatInterval, moveInterval, parseInterval, toggleInterval } from './interval.ts'

const november = intervalOf('2026-11-21', 'month')

describe('a date interval', () => {
  it('is the whole month or year of a day', () => {
    const [month, year] = [
      { type: 'month', checked: false },
      { type: 'year', checked: true },
    ]
    const currentDate = '2026-11-21'
    expect(november).toEqual({ ...month, currentDate, startDate: '2026-11-01', endDate: '2026-11-30' })
    const whole = { ...year, currentDate, startDate: '2026-01-01', endDate: '2026-12-31' }
    expect(toggleInterval(november)).toEqual(whole)
    expect(toggleInterval(toggleInterval(november))).toEqual(november)
  })

  it('moves by a month or a year', () => {
    expect(moveInterval(november, 1)).toMatchObject({ startDate: '2026-12-01', endDate: '2026-12-31' })
    const february = { currentDate: '2026-02-28', endDate: '2026-02-28' }
    expect(moveInterval(intervalOf('2026-01-31', 'month'), 1)).toMatchObject(february)
    const yearBefore = { startDate: '2025-01-01', endDate: '2025-12-31' }
    expect(moveInterval(toggleInterval(november), -1)).toMatchObject(yearBefore)
  })

  it.each([
    ['2026-03', 'month', '2026-03-01', '2026-03'],
    ['2025', 'year', '2025-01-01', '2025'],
    ['2026-13', 'month', '2026-11-01', '2026-11'],
    ['ontem', 'month', '2026-11-01', '2026-11'],
    [undefined, 'month', '2026-11-01', '2026-11'],
  ])('is parsed from %s', (text, type, startDate, written) => {
    const read = parseInterval(text, '2026-11-21')
    expect(read).toMatchObject({ type, startDate })
    expect(formatInterval(read)).toBe(written)
  })
})
