import creditCardType from 'credit-card-type'
import { cardBrands } from './brands.ts'
import { recogniseBrand } from './recogniseBrand.ts'

/** The next length of the brand, 19 while that is not known. */
export function cardLength(digits: string): number {
  const brand = recogniseBrand(digits)
  const lengths =
    brand === null ? [] : (cardBrands[brand].lengths ?? creditCardType(digits)[0]?.lengths ?? [])
  return lengths.find((length) => length >= digits.length) ?? 19
}
