import creditCardType from 'credit-card-type'
import { brandNames, type CardBrand, cardBrands } from './brands.ts'

type BrandMatcher = { readonly brand: CardBrand; readonly matches: (digits: string) => boolean }

const rangeMatchers: readonly BrandMatcher[] = brandNames.flatMap((brand) => {
  const by = cardBrands[brand].recognisedBy
  return 'rangesOf' in by ? [{ brand, matches: rangeMatcher(by.rangesOf) }] : []
})

const prefixMatchers: readonly BrandMatcher[] = brandNames.flatMap((brand) => {
  const by = cardBrands[brand].recognisedBy
  return 'prefix' in by ? [{ brand, matches: (digits: string) => digits.startsWith(by.prefix) }] : []
})

const brandByLibraryType: ReadonlyMap<string, CardBrand> = new Map(
  brandNames.flatMap((brand): [string, CardBrand][] => {
    const by = cardBrands[brand].recognisedBy
    return 'type' in by ? [[by.type, brand]] : []
  }),
)

/** Old Hipercards: the brand ended, and the library would call them Diners. */
const endedPrefix = '3841'

/** From the first six digits or more; null when the portal cannot sell to the card. */
export function recogniseBrand(digits: string): CardBrand | null {
  if (!/^\d{6,19}$/.test(digits)) return null
  const matching = ({ matches }: BrandMatcher) => matches(digits)
  const known = rangeMatchers.find(matching)
  if (known) return known.brand
  if (digits.startsWith(endedPrefix)) return null
  return prefixMatchers.find(matching)?.brand ?? brandInLibrary(digits)
}

function brandInLibrary(digits: string): CardBrand | null {
  const [match, ...others] = creditCardType(digits)
  return match === undefined || others.length > 0 ? null : (brandByLibraryType.get(match.type) ?? null)
}

/** Reads the ranges once, because the library copies what it answers. */
function rangeMatcher(type: string): (digits: string) => boolean {
  const ranges = creditCardType.getTypeInfo(type).patterns
  return (digits) => {
    const bin = Number(digits.slice(0, 6))
    return ranges.some((range) => (Array.isArray(range) ? isWithin(bin, range) : range === bin))
  }
}

function isWithin(bin: number, [first, last]: readonly number[]): boolean {
  return first !== undefined && last !== undefined && bin >= first && bin <= last
}

/** The next length of the brand, 19 while that is not known. */
export function expectedCardLength(digits: string): number {
  const brand = recogniseBrand(digits)
  const lengths =
    brand === null ? [] : (cardBrands[brand].lengths ?? creditCardType(digits)[0]?.lengths ?? [])
  return lengths.find((length) => length >= digits.length) ?? 19
}
