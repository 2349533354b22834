import { expect, test } from 'vitest'
import { expectedCardLength, recogniseBrand } from './recogniseBrand.ts'
import { brandNames, type CardBrand } from './brands.ts'
import { demoCards } from '#simulators/cielo/demoCards.ts'

test.each([
  ['4000000000002503', 'Visa'],
  ['4111111111111111', 'Visa'],
  ['4029180000000000', null],
  ['5200000000002151', 'Master'],
  ['2221000000000009', 'Master'],
  ['2720990000000007', 'Master'],
  ['378282246310005', 'Amex'],
  ['341111111111111', 'Amex'],
  ['6505290000002190', 'Elo'],
  ['6362970000457013', 'Elo'],
  ['5067310000000010', 'Elo'],
  ['4011780000000000', 'Elo'],
  ['4514160000000000', 'Elo'],
  ['5041750000000000', 'Elo'],
  // In the ranges of Turkey's Troy too; in Brazil it is Elo.
  ['6509230000000000', 'Elo'],
  ['3528000000000007', 'JCB'],
  ['30111122223331', 'Diners'],
  ['36490101441625', 'Diners'],
  // Hipercard ended in June 2025.
  ['3841001111222233334', null],
  ['6062825624254001', null],
  ['6011000000000004', 'Discover'],
  ['6440000000000000', 'Discover'],
  ['5078601912345600019', 'Aura'],
  ['5060990000000000', 'Aura'],
  ['400000', 'Visa'],
  ['40000', null],
  ['6220000000000000', null],
  ['9792000000000000', null],
  ['0000000000000000', null],
  ['4000 0000 0000 2503', null],
  ['40000000000000000000', null],
  ['', null],
])('%s is %s', (digits, brand) => {
  expect(recogniseBrand(digits)).toBe(brand)
})

test.each(demoCards)('the demo card $number is of its stated brand', ({ number, brand }) => {
  expect(recogniseBrand(number)).toBe(brand)
})

type Edge = readonly [inside: number, outside: number, brandOutside: CardBrand | null]

const edges: Readonly<Record<CardBrand, readonly Edge[]>> = {
  Visa: [
    [400000, 399999, 'Diners'],
    [401180, 401179, 'Elo'],
    [499999, 500000, 'Aura'],
  ],
  Master: [
    [510000, 509999, 'Elo'],
    [559999, 560000, null],
    [222100, 222099, null],
    [272099, 272100, null],
  ],
  Amex: [
    [340000, 339999, null],
    [349999, 350000, null],
    [370000, 369999, 'Diners'],
    [379999, 380000, 'Diners'],
  ],
  Elo: [
    [401178, 401177, 'Visa'],
    [506699, 506698, 'Aura'],
    [506778, 506779, 'Aura'],
    [636368, 636367, null],
    [655058, 655059, 'Discover'],
  ],
  Aura: [
    [500000, 499999, 'Visa'],
    [508999, 509000, 'Elo'],
  ],
  JCB: [
    [352800, 352799, null],
    [358999, 359000, null],
  ],
  Diners: [
    [300000, 299999, null],
    [305999, 306000, null],
    [360000, 359999, null],
    [369999, 370000, 'Amex'],
  ],
  Discover: [
    [601100, 601099, null],
    [601199, 601200, null],
    [644000, 643999, null],
    [659999, 660000, null],
  ],
}

const neighbours = brandNames.flatMap((brand) => edges[brand].map((edge) => [brand, ...edge] as const))

test.each(neighbours)('%s has the BIN %i and not its neighbour %i', (brand, inside, outside, other) => {
  expect(Math.abs(inside - outside)).toBe(1)
  expect(recogniseBrand(String(inside))).toBe(brand)
  expect(recogniseBrand(String(outside))).toBe(other)
  expect(other).not.toBe(brand)
})

test.each(brandNames)('%s has a BIN just outside', (brand) => {
  expect(edges[brand]).not.toEqual([])
})

test.each([
  ['', 19],
  ['41111', 19],
  ['411111', 16],
  ['4111111111111111', 16],
  ['41111111111111111', 18],
  ['371449', 15],
  ['636368', 16],
  ['303030', 14],
  ['384100', 19],
  ['999999', 19],
])('a card that begins with %s has %i digits', (digits, length) => {
  expect(expectedCardLength(digits)).toBe(length)
})
