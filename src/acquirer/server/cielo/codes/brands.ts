import type { CardBrand } from '../../../acquirer.ts'

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

/** Cielo's name of a brand. */
export function brandAtCielo(brand: CardBrand): string {
  return names[brand]
}

/** The portal's name of Cielo's brand; unchanged when unlisted. */
export function brandFromCielo(name: string): string {
  return ours.get(name) ?? name
}

const onFileBrands: readonly CardBrand[] = ['Visa', 'Master', 'Elo']

/** Whether Cielo requires `CardOnFile` for this brand (src/acquirer/server/cielo/README.md#7-saved-cards). */
export function requiresCardOnFile(brand: CardBrand): boolean {
  return onFileBrands.includes(brand)
}

const debitBrands: readonly CardBrand[] = ['Visa', 'Master', 'Elo']

export function sellsDebit(brand: CardBrand): boolean {
  return debitBrands.includes(brand)
}
