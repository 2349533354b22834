import { expect, it } from 'vitest'
import { formatPlate } from './formatPlate.ts'

it('formats each kind of plate', () => {
  expect(['ABC1234', 'ABC1D23'].map(formatPlate)).toEqual(['ABC-1234', 'ABC1D23'])
})
