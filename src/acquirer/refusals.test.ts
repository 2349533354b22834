import { expect, test } from 'vitest'
import { apiErrorCause, refusalCause, refusalTexts } from './refusals.ts'

test.each([
  ['any', '05', 'generic'],
  ['any', '5', 'generic'],
  ['any', '51', 'funds'],
  ['any', '70', 'funds'],
  ['any', '61', 'limit'],
  ['any', '65', 'limit'],
  ['any', '55', 'pin'],
  ['any', '75', 'blocked'],
  ['any', '14', 'card_data'],
  ['any', 'bm', 'card_data'],
  ['any', '54', 'expired'],
  ['any', '57', 'not_allowed'],
  ['any', '41', 'not_allowed'],
  ['any', '43', 'not_allowed'],
  ['any', '62', 'blocked'],
  ['any', '78', 'unlock'],
  ['any', '59', 'generic'],
  ['any', '46', 'closed'],
  ['any', '77', 'closed'],
  ['any', '58', 'merchant'],
  ['any', '03', 'merchant'],
  ['any', '91', 'merchant'],
  ['any', '99', 'merchant'],
  ['any', 'BP900', 'merchant'],
  ['any', '13', 'amount'],
  ['any', '64', 'amount'],
  ['any', 'AB', 'use_credit'],
  ['any', 'AC', 'use_debit'],
  ['any', 'AI', 'authentication'],
  ['any', '014', 'authentication'],
  ['any', 'GT', 'velocity'],
  ['any', 'BP171', 'velocity'],
  ['any', 'R1', 'not_allowed'],
  ['any', '4', 'generic'],
  ['any', '6', 'generic'],
  ['any', '0', 'generic'],
  ['any', '', 'generic'],
  ['any', 'ZZ', 'generic'],
  ['Elo', '4', 'merchant'],
  ['Visa', '4', 'generic'],
  ['Elo', '6', 'merchant'],
  ['Visa', '06', 'card_data'],
  ['Master', '1', 'card_data'],
  ['Amex', '8', 'cvv'],
  ['Elo', '12', 'card_data'],
  ['Master', '12', 'merchant'],
  ['Elo', '63', 'cvv'],
  ['Visa', '63', 'generic'],
  ['Visa', 'N7', 'cvv'],
  ['Master', 'N7', 'generic'],
  ['Visa', 'N4', 'limit'],
  ['Master', '62', 'not_allowed'],
  ['Visa', '64', 'generic'],
  ['Elo', '64', 'amount'],
  ['Visa', '53', 'use_credit'],
  ['Visa', '39', 'use_debit'],
  ['Elo', '39', 'generic'],
  ['Elo', '83', 'pin'],
  ['Master', '83', 'generic'],
  ['Master', '79', 'card_data'],
  ['Master', '82', 'generic'],
  ['Visa', '82', 'card_data'],
  ['Amex', 'A5', 'funds'],
  ['Amex', 'BV', 'expired'],
  ['Amex', 'FD', 'not_allowed'],
])('%s code %s is %s', (brand, code, cause) => {
  expect(refusalCause(brand === 'any' ? null : brand, code)).toBe(cause)
})

test('a refusal without a code is generic', () => {
  expect(refusalCause('Visa', null)).toBe('generic')
})

test.each([
  [126, 'card_data'],
  [118, 'card_data'],
  [146, 'card_data'],
  [213, 'card_data'],
  [214, 'card_data'],
  [182, 'brand'],
  [185, 'brand'],
  [130, 'saved_card'],
  [180, 'saved_card'],
  [108, 'merchant'],
  [132, 'merchant'],
  [0, 'merchant'],
])('API error %i is %s', (code, cause) => {
  expect(apiErrorCause(code)).toBe(cause)
})

test.each(Object.entries(refusalTexts))(
  'the text of %s is short, a sentence, and accuses nobody',
  (_cause, text) => {
    expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/)
    expect(text.length).toBeLessThanOrEqual(100)
    expect(text).not.toMatch(/fraud|roub|perdid|suspeit|\d/i)
  },
)
