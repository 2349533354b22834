import type { CardBrand } from '../../../brand.ts'

/** Cielo's name of each brand. */
const names = {
  Visa: 'Visa',
  Master: 'Master',
  Amex: 'Amex',
  Elo: 'Elo',
  Aura: 'Aura',
  JCB: 'JCB',
  Diners: 'Diners',
  Discover: 'Discover',
} as const satisfies Readonly<Record<CardBrand, string>>

const ours: ReadonlyMap<string, CardBrand> = new Map(Object.entries(names))

/** Cielo's word for a brand of ours. */
export function brandAtCielo(brand: CardBrand): string {
  return names[brand]
}

/** Our word for a brand of Cielo's; its own word where we have none. */
export function brandFromCielo(name: string): string {
  return ours.get(name) ?? name
}

const onFileBrands: readonly CardBrand[] = ['Visa', 'Master', 'Elo']

/** Whether Cielo wants to be told that a card of this brand is stored (src/acquirer/server/cielo/README.md#7-saved-cards). */
export function tellsOnFile(brand: CardBrand): boolean {
  return onFileBrands.includes(brand)
}

const debitBrands: readonly CardBrand[] = ['Visa', 'Master', 'Elo']

/** Whether Cielo sells debit with this brand. */
export function sellsDebit(brand: CardBrand): boolean {
  return debitBrands.includes(brand)
}
