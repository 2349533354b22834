import { expect, test } from 'vitest'
import {
  brandDisplayName,
  brandNames,
  type CardBrand,
  cardBrands,
  debitBrandsText,
  liableParty,
  authenticationLevel,
} from './brands.ts'

/** As src/acquirer/server/cielo/README.md#9-debit has them. */
test.each<[CardBrand, string, ReturnType<typeof authenticationLevel>, ReturnType<typeof liableParty>]>([
  ['Visa', '05', 'authenticated', 'issuer'],
  ['Visa', '5', 'authenticated', 'issuer'],
  ['Visa', '06', 'attempted', 'issuer'],
  ['Visa', '07', 'data_only', 'operator'],
  ['Visa', '02', null, 'operator'],
  ['Elo', '05', 'authenticated', 'issuer'],
  ['Elo', '06', 'attempted', 'issuer'],
  ['Master', '02', 'authenticated', 'issuer'],
  ['Master', '01', 'attempted', 'issuer'],
  ['Master', '04', 'data_only', 'operator'],
  ['Master', '05', null, 'operator'],
  ['Master', '00', null, 'operator'],
  ['Visa', '', null, 'operator'],
  ['Visa', '50', null, 'operator'],
])('%s, ECI %j: %s answers for the cardholder, %s bears a dispute', (brand, eci, vouched, liable) => {
  expect(authenticationLevel(brand, eci)).toBe(vouched)
  expect(liableParty(brand, eci)).toBe(liable)
})

test('without an ECI no party is named as liable for a dispute', () => {
  expect(liableParty('Visa', null)).toBeNull()
})

test('debit and 3DS are for three brands only', () => {
  const having = (column: 'takesDebit' | 'authenticates' | 'sendsCardOnFile') =>
    brandNames.filter((brand) => cardBrands[brand][column])
  expect(debitBrandsText()).toBe('Visa, Mastercard e Elo')
  expect(having('takesDebit')).toEqual(['Visa', 'Master', 'Elo'])
  expect(having('authenticates')).toEqual(['Visa', 'Master', 'Elo'])
  expect(having('sendsCardOnFile')).toEqual(['Visa', 'Master', 'Elo'])
})

const limits: Readonly<Partial<Record<CardBrand, readonly string[]>>> = {
  Visa: ['card_visa'],
  Master: ['card_master', 'card_master_month'],
  Elo: ['card_elo'],
}

test.each(brandNames)('the limits that count the refusals of %s', (brand) => {
  expect(cardBrands[brand].limits).toEqual(limits[brand] ?? [])
})

test('a brand that is not accepted is shown as it is', () => {
  expect(brandDisplayName('Master')).toBe('Mastercard')
  expect(brandDisplayName('Hipercard')).toBe('Hipercard')
  expect(brandDisplayName('constructor')).toBe('constructor')
})
