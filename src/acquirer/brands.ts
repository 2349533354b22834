import { lookUp } from '#kit/text/lookUp.ts'

/** Without leading zeros. */
type EciCodes = { readonly authenticated: string; readonly attempted: string; readonly data_only: string }

type BrandRow = {
  readonly shownName: string
  /** `type` and `rangesOf` are names in npm `credit-card-type`; ranges decide first. `prefix`: first digits. */
  readonly recognisedBy: { type: string } | { rangesOf: string } | { prefix: string }
  /** For the counter beside the field only: the server takes 13 to 19 digits that pass Luhn. Null takes the library's. */
  readonly lengths: readonly number[] | null
  /** src/acquirer/server/cielo/README.md#9-debit */
  readonly takesDebit: boolean
  readonly authenticates: boolean
  readonly eci: EciCodes
  /** src/acquirer/server/cielo/README.md#7-saved-cards */
  readonly sendsCardOnFile: boolean
  readonly sendsInitiator: boolean
  /** src/acquirer/server/cielo/README.md#5-void */
  readonly debitReturnDays: number
  /** src/acquirer/server/cielo/README.md#16-retries */
  readonly retries: 'visa' | 'master' | 'elo' | 'amex' | 'other'
  /** Rows of `session/limits.ts` that count the refusals of one card, besides the limits of every card. */
  readonly limits: readonly string[]
}

const commonEci: EciCodes = { authenticated: '5', attempted: '6', data_only: '7' }

const creditOnly = {
  lengths: null,
  takesDebit: false,
  authenticates: false,
  eci: commonEci,
  sendsCardOnFile: false,
  sendsInitiator: false,
  debitReturnDays: 330,
  retries: 'other',
  limits: [],
} as const

const withDebit = { ...creditOnly, takesDebit: true, authenticates: true, sendsCardOnFile: true } as const

/** Keys are Cielo's names (src/acquirer/server/cielo/README.md#3-a-sale). */
export const cardBrands = {
  Visa: {
    ...withDebit,
    shownName: 'Visa',
    recognisedBy: { type: 'visa' },
    retries: 'visa',
    limits: ['card_visa'],
  },
  Master: {
    ...withDebit,
    shownName: 'Mastercard',
    recognisedBy: { type: 'mastercard' },
    eci: { authenticated: '2', attempted: '1', data_only: '4' },
    sendsInitiator: true,
    debitReturnDays: 150,
    retries: 'master',
    limits: ['card_master', 'card_master_month'],
  },
  Amex: {
    ...creditOnly,
    shownName: 'American Express',
    recognisedBy: { type: 'american-express' },
    retries: 'amex',
  },
  Elo: {
    ...withDebit,
    shownName: 'Elo',
    recognisedBy: { rangesOf: 'elo' },
    lengths: [16],
    retries: 'elo',
    limits: ['card_elo'],
  },
  Aura: {
    ...creditOnly,
    shownName: 'Aura',
    recognisedBy: { prefix: '50' },
    lengths: [16, 19],
  },
  JCB: { ...creditOnly, shownName: 'JCB', recognisedBy: { type: 'jcb' } },
  Diners: {
    ...creditOnly,
    shownName: 'Diners Club',
    recognisedBy: { type: 'diners-club' },
  },
  Discover: {
    ...creditOnly,
    shownName: 'Discover',
    recognisedBy: { type: 'discover' },
  },
} as const satisfies Readonly<Record<string, BrandRow>>

export type CardBrand = keyof typeof cardBrands

export const brandNames = Object.keys(cardBrands).filter(isCardBrand)

/** Whether a stored or received text names an accepted brand. */
export function isCardBrand(name: string): name is CardBrand {
  return Object.prototype.hasOwnProperty.call(cardBrands, name)
}

/** Undefined for a brand that is not accepted. */
export function brandRow(name: string | null): BrandRow | undefined {
  return name === null ? undefined : lookUp<BrandRow>(cardBrands, name)
}

/** The name itself where the brand is not accepted. */
export function brandDisplayName(name: string): string {
  return brandRow(name)?.shownName ?? name
}

/** 'Visa, Mastercard e Elo' */
export function debitBrandsText(): string {
  const names = brandNames.filter((brand) => cardBrands[brand].takesDebit).map(brandDisplayName)
  return `${names.slice(0, -1).join(', ')} e ${names[names.length - 1]}`
}

const eciLevels = ['authenticated', 'attempted', 'data_only'] as const

/** Null where the ECI is none of this brand. */
export function authenticationLevel(brand: string | null, eci: string): keyof EciCodes | null {
  const codes = brandRow(brand)?.eci ?? commonEci
  return eciLevels.find((level) => codes[level] === withoutLeadingZeros(eci)) ?? null
}

/** The final ECI decides; null where the acquirer sent none. */
export function liableParty(brand: string | null, eci: string | null): 'issuer' | 'operator' | null {
  if (eci === null) return null
  const level = authenticationLevel(brand, eci)
  return level === 'authenticated' || level === 'attempted' ? 'issuer' : 'operator'
}

function withoutLeadingZeros(eci: string): string {
  return eci.replace(/^0+(?=.)/, '')
}
