import { expect, it } from 'vitest'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { servicePhone } from './servicePhone.ts'

it.each([
  ['08001234567', '0800 123 4567'],
  ['0800 123 4567', '0800 123 4567'],
  ['0800', '0800'],
  ['08', '08'],
  ['0', '0'],
  ['40041234', '4004-1234'],
  ['3003-1234', '3003-1234'],
  ['4133330000', '(41) 3333-0000'],
  ['41999990000', '(41) 99999-0000'],
  ['+55 41 99999-0000', '(41) 99999-0000'],
  ['', ''],
])('%s is shown as %s', (typed, shown) => {
  expect(maskText(servicePhone, typed)).toBe(shown)
})
