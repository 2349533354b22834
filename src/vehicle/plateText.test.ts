import { expect, it } from 'vitest'
import { plateText } from './plateText.ts'

it('shows each form of plate as it is painted', () => {
  expect(['ABC1234', 'ABC1D23'].map(plateText)).toEqual(['ABC-1234', 'ABC1D23'])
})
