import { describe, expect, it } from 'vitest'
import { decimalText, parseDecimal, stepDecimal } from '../form/DecimalField.tsx'

describe('a decimal', () => {
  it.each([
    ['12,5', 12.5],
    ['12,50', 12.5],
    ['1.234,56', 1234.56],
    ['1.234.567', 1234567],
    ['1234,56', 1234.56],
    ['12.50', 12.5],
    ['1.234', 1234],
    ['-3,00', -3],
    ['7', 7],
    ['7,', 7],
    ['', null],
    ['12,345', null],
    ['12a', null],
    ['1,2,3', null],
    ['12.3456,7', null],
  ])('%s is %s', (typed, value) => {
    expect(parseDecimal(typed)).toBe(value)
  })

  it.each([
    ['40', 40],
    ['1.200', 1200],
    ['40,5', null],
    ['40.5', null],
    ['abc', null],
  ])('without places %s is %s', (typed, value) => {
    expect(parseDecimal(typed, 0)).toBe(value)
  })

  it('has two decimals and a comma', () => {
    expect([0, 12.5, 1234.56].map((value) => decimalText(value))).toEqual(['0,00', '12,50', '1.234,56'])
    expect(decimalText(2.5, 1)).toBe('2,5')
  })

  it('steps by a cent without rounding errors', () => {
    expect(stepDecimal(0.1, 1)).toBe(0.11)
    expect(stepDecimal(0.3, -1)).toBe(0.29)
    expect(stepDecimal(1, 1, 0)).toBe(2)
  })
})
