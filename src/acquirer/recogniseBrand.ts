import creditCardType from 'credit-card-type'
import { brandNames, type CardBrand, cardBrands } from './brands.ts'

type RecognisedBy = (typeof cardBrands)[CardBrand]['recognisedBy']

/** Old Hipercards: the brand ended, and the library would call them Diners. */
const endedPrefix = '3841'

/** From the first six digits or more; null when the portal cannot sell to the card. */
export function recogniseBrand(digits: string): CardBrand | null {
  if (!/^\d{6,19}$/.test(digits)) return null
  const inRange = brandWhere((by) => 'rangesOf' in by && isInRanges(digits, by.rangesOf))
  if (inRange) return inRange
  if (digits.startsWith(endedPrefix)) return null
  return brandWhere((by) => 'prefix' in by && digits.startsWith(by.prefix)) ?? brandInLibrary(digits)
}

function brandWhere(matches: (by: RecognisedBy) => boolean): CardBrand | null {
  return brandNames.find((brand) => matches(cardBrands[brand].recognisedBy)) ?? null
}

function brandInLibrary(digits: string): CardBrand | null {
  const [match, ...others] = creditCardType(digits)
  if (match === undefined || others.length > 0) return null
  return brandWhere((by) => 'type' in by && by.type === match.type)
}

function isInRanges(digits: string, type: string): boolean {
  const bin = Number(digits.slice(0, 6))
  return creditCardType
    .getTypeInfo(type)
    .patterns.some((range) => (Array.isArray(range) ? isWithin(bin, range) : range === bin))
}

function isWithin(bin: number, [first, last]: readonly number[]): boolean {
  return first !== undefined && last !== undefined && bin >= first && bin <= last
}

/** The brand's next length; 19 while the brand is unknown. */
export function expectedCardLength(digits: string): number {
  const brand = recogniseBrand(digits)
  const lengths =
    brand === null ? [] : (cardBrands[brand].lengths ?? creditCardType(digits)[0]?.lengths ?? [])
  return lengths.find((length) => length >= digits.length) ?? 19
}
