import { expect, it } from 'vitest'
import { lineText } from './closingTexts.ts'

it.each([
  ['portal', 'credit', 'Master', 'cielo', 'Cartão de crédito, Mastercard (cielo)'],
  ['portal', 'credit', 'Amex', null, 'Cartão de crédito, American Express'],
  ['portal', 'pix', null, 'bacen', 'Pix (bacen)'],
  ['machine', 'cash', null, null, 'Máquina, dinheiro'],
  ['till', 'cash', null, null, 'Balcão, dinheiro'],
  ['till', 'card_machine', null, null, 'Balcão, maquininha'],
  ['late', 'till_cash', null, null, 'Balcão, dinheiro'],
  ['late', 'cash', null, null, 'Máquina, dinheiro'],
  ['waiver', null, null, null, '—'],
] as const)('a line of %s, %s, %s and %s reads %s', (section, method, brand, acquirer, text) => {
  expect(lineText({ section, method, brand, acquirer })).toBe(text)
})
