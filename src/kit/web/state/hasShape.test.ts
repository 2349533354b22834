import { expect, it } from 'vitest'
import { hasShape } from './hasShape.ts'

const kinds = {
  code: 'string',
  value: 'number',
  until: 'string or null',
  lot: 'string or absent',
  exit: 'string, null or absent',
} as const
const good = { code: '1', value: 2, until: null }

it.each([
  [good, true],
  [{ ...good, lot: 'Centro', exit: null, more: 1 }, true],
  [{ ...good, lot: null }, false],
  [{ ...good, until: undefined }, false],
  [{ ...good, value: '2' }, false],
  [{ code: '1' }, false],
  [null, false],
  ['text', false],
])('%j fits: %s', (value, fitting) => {
  expect(hasShape(value, kinds)).toBe(fitting)
})
