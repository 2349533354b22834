/**
 * The acquirer port. Adapters in `server/` translate the wire formats.
 * Amounts are integer centavos, times UTC instants.
 */

import type { Change, ChangeAmounts, Later, Underway } from './changes.ts'
import type { CardKind, Elsewhere, Offered } from './offered.ts'
import type { Notification, Notified } from './notification.ts'
import type { Order, SalesUnder } from './orders.ts'
import type { PartBack, Returns } from './returns.ts'
import type { SaleEvent } from './saleEvents.ts'

export type { Change, Later, Underway } from './changes.ts'
export type { Notification, Notified } from './notification.ts'
export type { CardKind, Offered } from './offered.ts'

/**
 * Brands that the portal accepts; adapters translate them. A card of another brand is refused before any
 * call.
 */
export const cardBrands = ['Visa', 'Master', 'Amex', 'Elo', 'Aura', 'JCB', 'Diners', 'Discover'] as const
export type CardBrand = (typeof cardBrands)[number]

/** A card typed by the customer: in memory for one call only, never stored, logged or queued. */
export type TypedCard = {
  readonly type: 'typed_card'
  readonly kind: CardKind
  /** 13 to 19 digits, no separators. */
  readonly number: string
  readonly cardholder: string
  /** 1 to 12. */
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly cvv: string | null
  readonly brand: CardBrand
  /** Requests a reusable token. */
  readonly save: boolean
}

/** A card that the acquirer stores under its own token. */
export type SavedCard = {
  readonly type: 'saved_card'
  readonly kind: CardKind
  readonly acquirerToken: string
  readonly brand: CardBrand
  readonly cvv: string | null
}

/** A card that the browser sent straight to the acquirer: its token is good for one sale. */
export type OneTimeToken = {
  readonly type: 'one_time_token'
  readonly kind: CardKind
  readonly token: string
  readonly brand: CardBrand
  readonly save: boolean
}

/** Paid at the payer's bank, with a code or a page that the portal shows. */
export type PaidElsewhere = { readonly type: Elsewhere }

export type Instrument = TypedCard | SavedCard | OneTimeToken | PaidElsewhere

/** Evidence of the cardholder's authentication (3DS 2). */
export type Authentication = {
  /** The protocol's version, such as '2.2.0'. */
  readonly version: string
  readonly eci: string
  readonly cavv: string | null
  readonly xid: string | null
  /** The authentication server's id. */
  readonly referenceId: string
  /** The issuer was notified only, without a liability shift. */
  readonly dataOnly: boolean
}

/** Payer data for the acquirer's fraud check (docs/spec.md#address). */
export type Payer = {
  readonly name: string
  /** CPF or CNPJ, digits only. */
  readonly taxId: string
  /** Null for a Pix without a receipt by mail. */
  readonly email: string | null
  readonly phone: string | null
  readonly address: {
    readonly street: string
    readonly number: string
    readonly complement: string | null
    readonly postalCode: string
    readonly city: string
    readonly state: string
  } | null
}

/** The input of `orderKey`. */
export type AttemptNames = {
  readonly paymentId: number
  /** The payment's token: 32 letters and digits. */
  readonly token: string
  /** The attempt's number within the payment, from 1. */
  readonly n: number
}

export type AuthoriseRequest = {
  readonly orderKey: string
  readonly amountCents: number
  /** True captures at once; false only authorises, for a later `capture`. */
  readonly capture: boolean
  readonly instrument: Instrument
  /** Null without authentication. */
  readonly authentication: Authentication | null
  readonly payer: Payer
  /** The cardholder's bank redirects the browser here. */
  readonly returnUrl: string
}

/** Reason of a refusal, as far as the customer can act on it; `causes.ts` holds a row for each. */
export type RefusalCause =
  | 'generic'
  | 'funds'
  | 'limit'
  | 'pin'
  | 'card_data'
  | 'cvv'
  /** A saved card was charged without its security code, which the issuer requires. */
  | 'cvv_missing'
  | 'expired'
  | 'not_allowed'
  | 'blocked'
  | 'unlock'
  | 'closed'
  | 'merchant'
  /** The merchant's setup at the acquirer is wrong: every card fails until the operator corrects it. */
  | 'setup'
  /** A refusal with an unlisted code: counted, and reported to the operator. */
  | 'unlisted'
  | 'amount'
  | 'use_credit'
  | 'use_debit'
  | 'authentication'
  | 'velocity'
  | 'saved_card'
  | 'brand'
  | 'instrument'
  /** The code expired or was closed unpaid. */
  | 'ended'

/** The state of an approved sale's money. */
export type Approval = {
  readonly outcome: 'approved'
  /** The acquirer's id of the sale. */
  readonly reference: string
  /** Authorised amount. */
  readonly amountCents: number
  /** Captured so far; 0 while only authorised. */
  readonly capturedCents: number
  /** Voided or refunded so far; 0 with `isVoidUntold` when the acquirer names no amount. */
  readonly voidedCents: number
  readonly isVoidUntold?: boolean
  /** The acquirer names no captured amount: `capturedCents` is the authorised amount. */
  readonly isCaptureUntold?: boolean
  /** Amounts of the capture, void or refund of this call. */
  readonly amounts?: ChangeAmounts
  /** References of duplicate sales under the same order key that hold or took money. */
  readonly others?: readonly string[]
  /** Printed on the receipt. */
  readonly nsu: string | null
  /** The banks' id of a Pix (the first of several); null for cards. */
  readonly endToEndId: string | null
  readonly authorisationCode: string | null
  readonly returnCode: string | null
  readonly brand: string | null
  readonly lastDigits: string | null
  /** The final ECI, which decides the liability for a dispute; absent where the acquirer sends none. */
  readonly eci?: string | null
  /** A reusable charge credential, present when `card.save` was granted: encrypt at rest. */
  readonly cardToken: string | null
  readonly events?: readonly SaleEvent[]
  /** The acquirer may still cancel the sale without notice: a later recheck is due. */
  readonly mayCancelItself?: boolean
}

/** A definite refusal: no money is held or captured. */
export type Refusal = {
  readonly outcome: 'refused'
  readonly reference: string | null
  readonly returnCode: string | null
  readonly cause: RefusalCause
  /** Mastercard's advice code on retries. */
  readonly advice?: string | null
  /** The card's brand in the portal's words: the meaning of a code differs by brand. */
  readonly brand?: string | null
  /** Absent where only the cause decides. */
  readonly retry?: Retry
}

/** The brand's rule on retries: never with this card, with corrected data, or after `waitMs`. */
export type Retry = {
  readonly class: 'irreversible' | 'data' | 'reversible'
  readonly waitMs: number
}

/** Shown to the payer while a sale is pending. */
export type Show =
  /** A page of the cardholder's bank, for a redirect. */
  | { readonly type: 'url'; readonly url: string }
  /** A code to draw and to copy. */
  | { readonly type: 'qr'; readonly text: string }
  /** Input of the page's authentication script. */
  | { readonly type: 'authenticate'; readonly data: Readonly<Record<string, string>> }

export type Pending = {
  readonly outcome: 'pending'
  readonly reference: string
  readonly show: Show
  readonly until: Date
}

/** The result is not known: time-out, 5xx, unreadable answer, or status 0. `find` settles it later. */
export type Unknown = {
  readonly outcome: 'unknown'
  readonly reference: string | null
  readonly detail: string
}

/** The acquirer has no such sale yet; a request may still be on its way, so this proves nothing. */
export type NotFound = { readonly outcome: 'not_found' }

export type AuthoriseOutcome = Approval | Refusal | Pending | Unknown
export type FindOutcome = AuthoriseOutcome | NotFound
export type OrderOutcome = Order | NotFound | Unknown
export type SalesOutcome = SalesUnder | NotFound | Unknown
/** The state of the sale after `end`. */
export type EndOutcome = Approval | Refusal | Unknown
/** The state of the sale after a capture, void or refund, or the time of the next check. */
export type ChangeOutcome = EndOutcome | Underway | Later

/** Result of deleting a token. `not_offered`: the acquirer has no call for it. */
export type ForgetOutcome = 'forgotten' | 'not_offered' | 'unknown'

/**
 * Methods return network failures as `unknown` and do not throw. Each is safe to repeat after `unknown` once
 * `find` has answered. `askedAt`: time of our request, where the acquirer's own instants are unreliable.
 */
export type Acquirer = {
  /** Stored with attempts, saved cards and notifications, which are routed by it. */
  readonly name: string
  /** Accepted ways to pay a new sale. */
  readonly offers: readonly Offered[]
  readonly returns: Returns
  /** A unique order key for an attempt; makes no call. */
  orderKey(attempt: AttemptNames): string
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>
  /** Captures `amountCents` of an authorisation, once; the rest is released. */
  capture(change: Change & { readonly amountCents: number }): Promise<ChangeOutcome>
  /** Releases an authorisation or refunds all that is captured. `backCents`: refunded before. */
  void(change: Change & { readonly backCents?: number }): Promise<ChangeOutcome>
  /** Refunds a part of the captured amount. */
  refund(change: Change & PartBack): Promise<ChangeOutcome>
  /** Closes a pending sale, so that it cannot be paid any more. */
  end(reference: string, askedAt?: Date): Promise<EndOutcome>
  /** The state of the sale under an order key; of several sales, one that holds money wins. */
  find(orderKey: string, askedAt?: Date): Promise<FindOutcome>
  /** All sales under an order key. */
  salesUnder(orderKey: string): Promise<SalesOutcome>
  findByReference(reference: string, askedAt?: Date): Promise<FindOutcome>
  /** The order key of a sale, by the acquirer's reference. */
  orderOf(reference: string): Promise<OrderOutcome>
  /** Checks at start: the reason why 'not found' cannot be trusted, or null. */
  check(): Promise<string | null>
  /** Deletes a saved card's token, where the acquirer can. */
  forgetCard(acquirerToken: string): Promise<ForgetOutcome>
  /** Whether the notification has the shared secret; false where none is configured. Reads no body. */
  carriesSecret(sent: Pick<Notification, 'headers' | 'secret'>): boolean
  /** Null for a notification that is not authentic or not this acquirer's. */
  readNotification(notification: Notification): Notified | null
}
