import { expect, it } from 'vitest'
import { plateText } from './plateText.ts'

it('formats each kind of plate', () => {
  expect(['ABC1234', 'ABC1D23'].map(plateText)).toEqual(['ABC-1234', 'ABC1D23'])
})
