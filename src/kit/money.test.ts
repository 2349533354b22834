import { expect, test } from 'vitest'
import { decimalReais, formatReais, humanMoney, parseReais, reaisText, wireMoney } from './money.ts'

test.each([
  [7, 700],
  [12.5, 1250],
  [1.15, 115],
  [0.29, 29],
  [19.99, 1999],
  ['12.50', 1250],
  ['12,50', 1250],
  [' 4,6 ', 460],
  ['999999999', 99_999_999_900],
  [0, 0],
  ['7,005', null],
  [7.005, null],
  ['-1', null],
  [-1, null],
  ['1.000,00', null],
  ['1e3', null],
  [1e21, null],
  [Number.NaN, null],
  ['', null],
  ['9999999999', null],
])('%j in reais is %j centavos', (wire, cents) => {
  expect(parseReais(wire)).toBe(cents)
})

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [1250, '12,50'],
  [99_999, '999,99'],
  [123_456, '1.234,56'],
  [123_456_789, '1.234.567,89'],
  [-70, '-0,70'],
  [-1047, '-10,47'],
  [-123_456, '-1.234,56'],
])('%i centavos read %s', (cents, text) => {
  expect(humanMoney(cents)).toBe(text)
  const reais = text.startsWith('-') ? `-R$\u00a0${text.slice(1)}` : `R$\u00a0${text}`
  expect([reaisText(cents), formatReais(cents / 100)]).toEqual([reais, reais])
  expect(wireMoney(cents)).toEqual({ value: cents / 100, valueHuman: text })
})

test('for machines', () => {
  expect(decimalReais(123_456_789)).toBe('1234567.89')
})
