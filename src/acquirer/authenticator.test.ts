import { expect, test } from 'vitest'
import type { CardBrand } from './acquirer.ts'
import { liableParty, authenticationLevel } from './authenticator.ts'

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
])('%s, ECI %j: level %s, %s bears a dispute', (brand, eci, vouched, liable) => {
  expect(authenticationLevel(brand, eci)).toBe(vouched)
  expect(liableParty(brand, eci)).toBe(liable)
})

test('without an ECI the liability is unknown', () => {
  expect(liableParty('Visa', null)).toBeNull()
})
