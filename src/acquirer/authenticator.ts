import type { CardKind, Unknown } from './acquirer.ts'
import type { Payer } from './payer.ts'
import type { CardBrand } from './brands.ts'

export type AuthenticationRequest = {
  readonly orderKey: string
  readonly amountCents: number
  readonly kind: CardKind
  /** The issuer is notified, without a challenge of the cardholder. */
  readonly dataOnly: boolean
  readonly payer: Payer
  readonly ip: string
  readonly shopUrl: string
}

export type AuthenticationPage = {
  readonly outcome: 'opened'
  readonly scriptUrl: string
  readonly hosts: readonly string[]
  readonly inputs: Readonly<Record<string, string>>
  readonly card: { readonly number: string; readonly month: string; readonly year: string }
  /** Our script, run before the acquirer's: turns its events into `authentication.done(result, evidence)`. */
  readonly bridgeScript: string
}

export const authenticationEvents = [
  'success',
  'failure',
  'unenrolled',
  'disabled',
  'error',
  'unsupported_brand',
] as const

/**
 * Authenticates a cardholder in the payer's browser before the sale; an acquirer that answers `pending`
 * instead has none.
 */
export type Authenticator = {
  readonly brands: readonly CardBrand[]
  /** Never throws: a service that does not answer is `unknown`. Each opening is good for one page. */
  open(request: AuthenticationRequest): Promise<AuthenticationPage | Unknown>
}
