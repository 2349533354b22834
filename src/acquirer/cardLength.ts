import creditCardType from 'credit-card-type'
import { cardBrands } from './brands.ts'
import { recogniseBrand } from './recogniseBrand.ts'

/** How many digits a card has that begins like this: the next length of its brand, 19 while that is not known. */
export function cardLength(digits: string): number {
  const brand = recogniseBrand(digits)
  const lengths =
    brand === null ? [] : (cardBrands[brand].lengths ?? creditCardType(digits)[0]?.lengths ?? [])
  return lengths.find((length) => length >= digits.length) ?? 19
}
