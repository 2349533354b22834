import { expect, it } from 'vitest'
import { lineText } from './closingTexts.ts'

it.each([
  ['credit', 'Master', 'cielo', 'Cartão de crédito, Mastercard (cielo)'],
  ['credit', 'Amex', null, 'Cartão de crédito, American Express'],
  ['pix', null, 'bacen', 'Pix (bacen)'],
  [null, null, null, '—'],
])('a line of %s, %s and %s reads %s', (method, brand, acquirer, text) => {
  expect(lineText({ method, brand, acquirer })).toBe(text)
})
