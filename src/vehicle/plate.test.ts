import { expect, it } from 'vitest'
import { normalisePlate } from './plate.ts'

it.each([
  ['ABC1234', 'ABC1234'],
  ['abc-1234', 'ABC1234'],
  [' abc 1d23 ', 'ABC1D23'],
  ['ABC1D23', 'ABC1D23'],
  ['ABC12D3', null],
  ['AB1234', null],
  ['ABCD123', null],
  ['ABC12345', null],
  ['ÁBC1234', null],
  ['', null],
])('%j is the plate %j', (text, plate) => {
  expect(normalisePlate(text)).toBe(plate)
})
