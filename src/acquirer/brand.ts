import creditCardType from 'credit-card-type'
import { lookUp } from '#kit/text/lookUp.ts'

/** Brands the portal can name, in its own words; adapters translate. Others are refused before any call. */
export const cardBrands = ['Visa', 'Master', 'Amex', 'Elo', 'Aura', 'JCB', 'Diners', 'Discover'] as const
export type CardBrand = (typeof cardBrands)[number]

/** Names of npm `credit-card-type` -> ours. What is missing is not accepted. */
const brandNames: Readonly<Record<string, CardBrand>> = {
  visa: 'Visa',
  mastercard: 'Master',
  'american-express': 'Amex',
  elo: 'Elo',
  jcb: 'JCB',
  'diners-club': 'Diners',
  discover: 'Discover',
}

/** The brands whose cards pay by debit on the web in Brazil. */
const debitBrands: readonly CardBrand[] = ['Visa', 'Master', 'Elo']

/** Whether a card of this brand may pay by debit. */
export function takesDebit(brand: CardBrand): boolean {
  return debitBrands.includes(brand)
}

/** The brand of a card from its first six digits or more, or null when the portal cannot sell to it. */
export function cardBrand(digits: string): CardBrand | null {
  if (!/^\d{6,19}$/.test(digits)) return null
  // Elo first: abroad other brands share its ranges. Aura the library does not know.
  if (isElo(digits)) return 'Elo'
  // Old Hipercards, which nobody takes any more; the library would call them Diners.
  if (digits.startsWith('3841')) return null
  if (digits.startsWith('50')) return 'Aura'
  const [match, ...others] = creditCardType(digits)
  return match === undefined || others.length > 0 ? null : (lookUp(brandNames, match.type) ?? null)
}

/** Asked once: the library copies what it answers. */
const eloRanges = creditCardType.getTypeInfo('elo').patterns

function isElo(digits: string): boolean {
  const bin = Number(digits.slice(0, 6))
  return eloRanges.some((range) => (Array.isArray(range) ? isWithin(bin, range) : range === bin))
}

function isWithin(bin: number, [first, last]: readonly number[]): boolean {
  return first !== undefined && last !== undefined && bin >= first && bin <= last
}

/** Where the library does not say, or says what is not sold here. */
const ownLengths: Readonly<Partial<Record<CardBrand, readonly number[]>>> = {
  Elo: [16],
  Aura: [16, 19],
}

/** How many digits a card has that begins like this: the next length of its brand, 19 while that is not known. */
export function cardLength(digits: string): number {
  const brand = cardBrand(digits)
  const lengths = brand === null ? [] : (ownLengths[brand] ?? creditCardType(digits)[0]?.lengths ?? [])
  return lengths.find((length) => length >= digits.length) ?? 19
}
