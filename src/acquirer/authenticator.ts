import type { CardBrand, CardKind, Payer, Unknown } from './acquirer.ts'

/** Authentication of a cardholder for one sale. Card data stays in the payer's browser. */
export type AuthenticationRequest = {
  /** The order key of the attempt. */
  readonly orderKey: string
  readonly amountCents: number
  readonly kind: CardKind
  /** Notifies the issuer without a challenge. */
  readonly dataOnly: boolean
  readonly payer: Payer
  readonly ip: string
  /** The portal's address. */
  readonly shopUrl: string
}

/** Content of the portal's document that runs the authentication. */
export type AuthenticationPage = {
  readonly outcome: 'opened'
  /** The acquirer's script; its origin is added to the document's policy. */
  readonly script: string
  /** Further origins that the script may load from and call. */
  readonly hosts: readonly string[]
  /** Hidden inputs for the script, by class. */
  readonly inputs: Readonly<Record<string, string>>
  /** Classes of the inputs that only the browser fills in. */
  readonly card: { readonly number: string; readonly month: string; readonly year: string }
  /** A script of the portal that maps the acquirer's events to `authentication.done(result, evidence)`. */
  readonly bridge: string
}

/** Results of the acquirer's script, in the portal's words. */
export const authenticationEvents = [
  'success',
  'failure',
  'unenrolled',
  'disabled',
  'error',
  'unsupported_brand',
] as const

/** Cardholder authentication in the browser before a sale; `authorise` takes its result as `authentication`. */
export type Authenticator = {
  readonly brands: readonly CardBrand[]
  /** A failed service is `unknown`, not an exception. The token of each call is good for one page. */
  open(request: AuthenticationRequest): Promise<AuthenticationPage | Unknown>
}

/** The brand's liability statement by the ECI; null where there is none. */
export function vouchedBy(brand: CardBrand, eci: string): 'authenticated' | 'attempted' | 'data_only' | null {
  const [authenticated, attempted, dataOnly] = brand === 'Master' ? ['2', '1', '4'] : ['5', '6', '7']
  const code = eci.replace(/^0+(?=.)/, '')
  if (code === authenticated) return 'authenticated'
  if (code === attempted) return 'attempted'
  return code === dataOnly ? 'data_only' : null
}

/** The party that bears a dispute, by the ECI of the sale; null without an ECI. */
export function liableBy(brand: string | null, eci: string | null): 'issuer' | 'operator' | null {
  if (eci === null) return null
  const shifted = brand === 'Master' ? ['1', '2'] : ['5', '6']
  return shifted.includes(eci.replace(/^0+(?=.)/, '')) ? 'issuer' : 'operator'
}
