import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it('keeps short texts, and shortens long ones between characters', () => {
  expect(truncate('Cancela norte', 13)).toBe('Cancela norte')
  expect(truncate('Cancela norte', 10)).toBe('Cancela...')
  expect(truncate('Cancela norte', 8, '…')).toBe('Cancela…')
  expect(truncate('🚗🚗🚗🚗🚗', 4)).toBe('🚗...')
})
