import { describe, expect, it } from 'vitest'
import { formatDay, endOfMonth, isDay, plusMonths, parseDay } from './calendar.ts'

describe('a day of the calendar', () => {
  it.each([
    ['31/12/2027', '2027-12-31'],
    [' 29/02/2028 ', '2028-02-29'],
    ['2027-12-31', '2027-12-31'],
    ['29/02/2027', null],
    ['31/04/2027', null],
    ['00/01/2027', null],
    ['01/13/2027', null],
    ['1/1/2027', null],
    ['31/12/27', null],
    ['', null],
  ])('%s is read as %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })

  it('is formatted for people; other texts stay unchanged', () => {
    expect(formatDay('2027-12-31')).toBe('31/12/2027')
    expect(formatDay('31/02/')).toBe('31/02/')
    expect(isDay('2026-02-30')).toBe(false)
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-11-21', 12, '2027-11-21'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-21', -23, '2024-12-21'],
  ])('%s and %i months is %s', (day, months, moved) => {
    expect(plusMonths(day, months)).toBe(moved)
  })

  it('has an end of month', () => {
    expect(['2028-02-01', '2026-02-10', '2026-12-31'].map(endOfMonth)).toEqual([
      '2028-02-29',
      '2026-02-28',
      '2026-12-31',
    ])
  })
})
