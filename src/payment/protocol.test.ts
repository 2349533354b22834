import { expect, it } from 'vitest'
import { formatProtocol, readProtocol } from './texts.ts'

it('is written with eight digits, and read back as people type it', () => {
  expect(formatProtocol({ id: 1 })).toBe('P00000001')
  expect(readProtocol('p00000042')).toBe(42)
  expect(readProtocol(formatProtocol({ id: 7 }))).toBe(7)
  for (const text of ['P1', '00000001', 'P000000001', 'ABC1D23']) expect(readProtocol(text)).toBeNull()
})
