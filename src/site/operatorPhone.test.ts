import { expect, it } from 'vitest'
import { formatPhone, phoneUrl } from '#checkout/phone.ts'
import { isOperatorPhone, normaliseOperatorPhone } from '#kit/brazil.ts'

it.each([
  ['0800 123 4567', '08001234567', '0800 123 4567', 'tel:08001234567'],
  ['0800-12-3456', '0800123456', '0800 12 3456', 'tel:0800123456'],
  ['0300 789 4567', '03007894567', '0300 789 4567', 'tel:03007894567'],
  ['4004-1234', '40041234', '4004-1234', 'tel:40041234'],
  ['4004 1234', '40041234', '4004-1234', 'tel:40041234'],
  ['3003-1234', '30031234', '3003-1234', 'tel:30031234'],
  ['(41) 3333-4444', '4133334444', '(41) 3333-4444', 'tel:+554133334444'],
  ['+55 41 99876-5432', '41998765432', '(41) 99876-5432', 'tel:+5541998765432'],
  ['(41) 4004-1234', '4140041234', '(41) 4004-1234', 'tel:+554140041234'],
])('%s', (typed, stored, shown, url) => {
  expect(isOperatorPhone(typed)).toBe(true)
  expect(normaliseOperatorPhone(typed)).toBe(stored)
  expect([formatPhone(stored), phoneUrl(stored)]).toEqual([shown, url])
  expect(normaliseOperatorPhone(shown)).toBe(stored)
})

it.each(['0800', '0800 123', '0700 123 4567', '5004-1234', '3333-4444', '0800 CARROS', '123', '4004-12345'])(
  '%s is none',
  (typed) => {
    expect(isOperatorPhone(typed)).toBe(false)
  },
)
