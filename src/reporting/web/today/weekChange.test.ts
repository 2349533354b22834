import { expect, it } from 'vitest'
import { changeText, weekBeforeText, weekChange } from './weekChange.ts'

const lot = (value: number, before: number) => ({ value, before })

it.each([
  ['no lot', [], null],
  ['nothing a week before', [lot(10, 0)], null],
  ['more', [lot(112, 100)], 12],
  ['less', [lot(96, 100)], -4],
  ['a lot without revenue then counts in neither sum', [lot(112, 100), lot(500, 0)], 12],
  ['two lots', [lot(110, 100), lot(90, 300)], -50],
  ['more refunds than captures then', [lot(5, -10)], 150],
  ['sums that add up to nothing', [lot(5, 10), lot(5, -10)], null],
])('compares with a week before: %s', (_, lots, change) => {
  expect(weekChange(lots)).toBe(change)
})

it('writes a change with its sign', () => {
  expect([12, -4, 0].map(changeText)).toEqual(['+12\u00a0%', '−4\u00a0%', '0\u00a0%'])
})

it.each([
  [['2026-11-28', '2026-11-28'], 'sábado passado'],
  [['2026-11-30'], 'segunda-feira passada'],
  [['2026-11-28', '2026-11-29'], 'há uma semana'],
])('names the day before: %j', (days, text) => {
  expect(weekBeforeText(days)).toBe(text)
})
