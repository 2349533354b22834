import { brandNames, type CardBrand, cardBrands } from '../../../brands.ts'

const byAcquirerName: ReadonlyMap<string, CardBrand> = new Map(
  brandNames.map((brand) => [cardBrands[brand].acquirerName, brand]),
)

/** Our name for a brand of Cielo's; its own word where we have none. */
export function brandFromCielo(name: string): string {
  return byAcquirerName.get(name) ?? name
}
