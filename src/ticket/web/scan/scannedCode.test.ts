import { expect, it } from 'vitest'
import { scannedCode } from './scannedCode.ts'

it.each([
  ['0001234567890', '0001234567890'],
  [' 9359082793122\n', '9359082793122'],
  ['00001234567890', '0001234567890'],
  ['https://guiche.example/#/ticket/read?ticket=0001234567890', '0001234567890'],
  ['19359082793122', null],
  ['123456789012', null],
  ['https://guiche.example/', null],
  ['', null],
])('%j is %s', (read, code) => {
  expect(scannedCode(read)).toBe(code)
})
