import type { CardBrand, CardKind, Payer, Unknown } from './acquirer.ts'

/** Card data stays in the payer's browser. */
export type AuthenticationRequest = {
  readonly orderKey: string
  readonly amountCents: number
  readonly kind: CardKind
  /** Notifies the issuer without a challenge. */
  readonly dataOnly: boolean
  readonly payer: Payer
  readonly ip: string
  readonly shopUrl: string
}

export type AuthenticationPage = {
  readonly outcome: 'opened'
  /** Its origin is added to the document's policy. */
  readonly script: string
  /** Further origins of the script. */
  readonly hosts: readonly string[]
  /** Hidden inputs for the script, by class. */
  readonly inputs: Readonly<Record<string, string>>
  /** Classes that only the browser fills in. */
  readonly card: { readonly number: string; readonly month: string; readonly year: string }
  /** Maps the acquirer's events to `authentication.done(result, evidence)`. */
  readonly bridge: string
}

export const authenticationEvents = [
  'success',
  'failure',
  'unenrolled',
  'disabled',
  'error',
  'unsupported_brand',
] as const

/** Authentication in the browser before a sale; `authorise` takes its result. */
export type Authenticator = {
  readonly brands: readonly CardBrand[]
  /** Never throws; each token is good for one page. */
  open(request: AuthenticationRequest): Promise<AuthenticationPage | Unknown>
}

/** The brand's liability statement by ECI. */
export function authenticationLevel(
  brand: CardBrand,
  eci: string,
): 'authenticated' | 'attempted' | 'data_only' | null {
  const [authenticated, attempted, dataOnly] = brand === 'Master' ? ['2', '1', '4'] : ['5', '6', '7']
  const code = eci.replace(/^0+(?=.)/, '')
  if (code === authenticated) return 'authenticated'
  if (code === attempted) return 'attempted'
  return code === dataOnly ? 'data_only' : null
}

/** The party that bears a dispute; null without an ECI. */
export function liableParty(brand: string | null, eci: string | null): 'issuer' | 'operator' | null {
  if (eci === null) return null
  const shifted = brand === 'Master' ? ['1', '2'] : ['5', '6']
  return shifted.includes(eci.replace(/^0+(?=.)/, '')) ? 'issuer' : 'operator'
}
