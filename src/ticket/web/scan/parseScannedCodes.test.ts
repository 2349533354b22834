import { expect, it } from 'vitest'
import { parseScannedCodes } from './parseScannedCodes.ts'

it.each([
  ['0001234567890', ['0001234567890']],
  [' 9359082793122\n', ['9359082793122']],
  ['00001234567890', ['0001234567890']],
  ['00001234567895', ['0001234567895', '0000123456789']],
  ['00000000000000', ['0000000000000']],
  ['https://guiche.example/#/ticket/read?ticket=0001234567890', ['0001234567890']],
  ['19359082793122', []],
  ['123456789012', []],
  ['https://guiche.example/', []],
  [']C00001234567890', ['0001234567890']],
  [']I000001234567895', ['0001234567895', '0000123456789']],
  ['', []],
])('%j is %j', (read, codes) => {
  expect(parseScannedCodes(read)).toEqual(codes)
})

it('the app’s scanner drops the leading 0 of an EAN-13', () => {
  expect(parseScannedCodes('001234567895', { inApp: true })).toEqual(['0001234567895'])
  expect(parseScannedCodes('00001234567890', { inApp: true })).toEqual(['0001234567890'])
})
