/**
 * The acquirer port: what the portal asks of a card acquirer, in the portal's own words.
 * Adapters live in `server/`; nothing else in the project knows a wire format.
 * All amounts are integer centavos, all times UTC instants.
 */

import type { CardBrand } from './brand.ts'
import type { Change, ChangeAmounts, Later, Underway } from './changes.ts'
import type { CardKind, Elsewhere, Offered } from './offered.ts'
import type { Notification, Notified } from './notification.ts'
import type { Order, SalesUnder } from './orders.ts'
import type { PartBack, Returns } from './returns.ts'
import type { SaleEvent } from './saleEvents.ts'

export type { Change, Later, Underway } from './changes.ts'
export type { Notification, Notified } from './notification.ts'
export type { CardKind, Offered } from './offered.ts'

/** A card typed by the customer. Lives in memory for one call only: never stored, logged or queued. */
export type TypedCard = {
  readonly type: 'typed_card'
  readonly kind: CardKind
  /** 13 to 19 digits, no separators. */
  readonly number: string
  readonly cardholder: string
  /** 1 to 12. */
  readonly expiryMonth: number
  /** Four digits. */
  readonly expiryYear: number
  readonly cvv: string | null
  readonly brand: CardBrand
  /** Ask the acquirer for a reusable token. */
  readonly save: boolean
}

/** A card that the acquirer already keeps under a token of its own. */
export type SavedCard = {
  readonly type: 'saved_card'
  readonly kind: CardKind
  readonly acquirerToken: string
  readonly brand: CardBrand
  readonly cvv: string | null
}

/** A card that the browser gave to the acquirer itself: we only see the token, good for one sale. */
export type OneTimeToken = {
  readonly type: 'one_time_token'
  readonly kind: CardKind
  readonly token: string
  readonly brand: CardBrand
  readonly save: boolean
}

/** The payer's bank pays, told by a code or a page that we show. */
export type PaidElsewhere = { readonly type: Elsewhere }

/** What a sale is paid with. */
export type Instrument = TypedCard | SavedCard | OneTimeToken | PaidElsewhere

/** Evidence that the cardholder was authenticated (3DS 2), as whoever authenticated gave it. */
export type Authentication = {
  /** The version of the protocol, such as '2.2.0'. */
  readonly version: string
  readonly eci: string
  readonly cavv: string | null
  readonly xid: string | null
  /** The authentication server's own id of this authentication. */
  readonly referenceId: string
  /** The issuer was only told, and answers for nothing. */
  readonly dataOnly: boolean
}

/** Who pays, as the acquirer's fraud check wants it (docs/spec.md#address). */
export type Payer = {
  readonly name: string
  /** CPF or CNPJ, without punctuation. */
  readonly taxId: string
  /** Null where a Pix is paid and no receipt is wanted. */
  readonly email: string | null
  readonly phone: string | null
  readonly address: {
    readonly street: string
    readonly number: string
    readonly complement: string | null
    readonly postalCode: string
    readonly city: string
    /** Two-letter federation unit. */
    readonly state: string
  } | null
}

/** From which an adapter makes the order key of an attempt. */
export type AttemptNames = {
  readonly paymentId: number
  /** The transaction's token: 32 letters and digits. */
  readonly token: string
  /** Which attempt of the transaction, from 1. */
  readonly n: number
}

export type AuthoriseRequest = {
  /** Made by `orderKey` of the same acquirer. */
  readonly orderKey: string
  readonly amountCents: number
  /** True takes the money at once; false holds it for a later `capture`. */
  readonly capture: boolean
  readonly instrument: Instrument
  /** Null where nobody has authenticated the cardholder. */
  readonly authentication: Authentication | null
  readonly payer: Payer
  /** Where the cardholder's bank sends the browser back to. */
  readonly returnUrl: string
}

/** Why a sale was refused, as far as the customer can act on it. What each leads to: `causes.ts`. */
export type RefusalCause =
  | 'generic'
  | 'funds'
  | 'limit'
  | 'pin'
  | 'card_data'
  | 'cvv'
  /** A saved card was charged without its security code, and that was why. */
  | 'cvv_missing'
  | 'expired'
  | 'not_allowed'
  | 'blocked'
  | 'unlock'
  | 'closed'
  | 'merchant'
  /** The shop is not set up as the acquirer wants it: nobody's card will do until the operator has mended that. */
  | 'setup'
  /** The acquirer did not take the sale, with a code that nobody has listed: counted, and the operator is told. */
  | 'unlisted'
  | 'amount'
  | 'use_credit'
  | 'use_debit'
  | 'authentication'
  | 'velocity'
  | 'saved_card'
  | 'brand'
  | 'instrument'
  /** The code was not paid: its time is over, or it was ended. */
  | 'ended'

/** What the acquirer did with the money so far. */
export type Approval = {
  readonly outcome: 'approved'
  /** The acquirer's id of the sale, for capture, void, refund and find. */
  readonly reference: string
  /** What was authorised. */
  readonly amountCents: number
  /** What was taken so far; 0 while only held. */
  readonly capturedCents: number
  /** What was given back so far (voided or refunded); where it is untold, 0 for want of anything said. */
  readonly voidedCents: number
  readonly isVoidUntold?: boolean
  /** The sale names no captured amount, and `capturedCents` is all that was authorised. */
  readonly isCaptureUntold?: boolean
  /** Of the capture, void or refund that was asked for just now; absent where nothing was. */
  readonly amounts?: ChangeAmounts
  /** References of other sales under the same order key that took or hold money too: it was carried out more than once. */
  readonly others?: readonly string[]
  /** NSU, printed on the receipt. */
  readonly nsu: string | null
  /** The id that the banks know the payment by; null for what is no Pix. Of several payments of one charge, the first. */
  readonly endToEndId: string | null
  readonly authorisationCode: string | null
  readonly returnCode: string | null
  readonly brand: string | null
  readonly lastDigits: string | null
  /** How the sale was authenticated in the end: decides who bears a dispute. Absent where the acquirer does not say. */
  readonly eci?: string | null
  /** Present when `card.save` was asked and granted. A charge credential: encrypt at rest. */
  readonly cardToken: string | null
  /** What it tells of the sale besides; absent where there is nothing. */
  readonly events?: readonly SaleEvent[]
  /** The acquirer may still undo the sale by itself, untold: it is asked about once more later. */
  readonly mayCancelItself?: boolean
}

/** A definite no: no money is held or taken. */
export type Refusal = {
  readonly outcome: 'refused'
  readonly reference: string | null
  readonly returnCode: string | null
  readonly cause: RefusalCause
  /** What the brand says about another try with this card (Mastercard's advice code), where it says something. */
  readonly advice?: string | null
  /** The card's brand, in our words, where the acquirer names it: one code differs by brand. */
  readonly brand?: string | null
  /** Whether the card may be tried again; absent where only the cause says so. */
  readonly retry?: Retry
}

/** What the brand makes of another try: never with this card, with other data of it, or after so long. */
export type Retry = {
  readonly class: 'irreversible' | 'data' | 'reversible'
  readonly waitMs: number
}

/** What the payer is shown while a sale waits for them. */
export type Show =
  /** A page of the cardholder's bank, to send the browser to. */
  | { readonly type: 'url'; readonly url: string }
  /** A code to be drawn and copied. */
  | { readonly type: 'qr'; readonly text: string }
  /** What the page's authentication script needs. */
  | { readonly type: 'authenticate'; readonly data: Readonly<Record<string, string>> }

/** The sale is open and waits for the payer, at most `until`. */
export type Pending = {
  readonly outcome: 'pending'
  readonly reference: string
  readonly show: Show
  readonly until: Date
}

/** Nobody knows yet: time-out, 5xx, unreadable answer, status 0 after a time-out. Ask again with `find`. */
export type Unknown = {
  readonly outcome: 'unknown'
  readonly reference: string | null
  readonly detail: string
}

/** The acquirer knows no such sale so far: it may still be on its way there, so this is never proof. */
export type NotFound = { readonly outcome: 'not_found' }

export type AuthoriseOutcome = Approval | Refusal | Pending | Unknown
export type FindOutcome = AuthoriseOutcome | NotFound
export type OrderOutcome = Order | NotFound | Unknown
export type SalesOutcome = SalesUnder | NotFound | Unknown
/** What `end` answers: the state of the sale after the call. */
export type EndOutcome = Approval | Refusal | Unknown
/** Capture, void and refund answer the state of the sale after the call, or when to look again. */
export type ChangeOutcome = EndOutcome | Underway | Later

/**
 * What became of a token that should be forgotten. `not_offered`: the acquirer has no call for it, and the
 * token is forgotten here only.
 */
export type ForgetOutcome = 'forgotten' | 'not_offered' | 'unknown'

/**
 * The port. No method throws for a business outcome or a network failure: both are outcomes.
 * `askedAt`: when we asked for the sale, by which its time is counted where the acquirer's instants are of no use.
 * Every method is safe to call again after `unknown`, once `find` has told what happened.
 */
export type Acquirer = {
  /** Kept with every attempt, saved card and notification: they go back to the acquirer of this name. */
  readonly name: string
  /** What new sales may be paid with here. */
  readonly offers: readonly Offered[]
  readonly returns: Returns
  /** The key of an attempt's sale, of this acquirer's length; another attempt has another. Makes no call. */
  orderKey(attempt: AttemptNames): string
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>
  /** Takes `amountCents` of a held authorisation, once; the rest is released. */
  capture(change: Change & { readonly amountCents: number }): Promise<ChangeOutcome>
  /** Releases a hold, or gives back everything captured. `backCents`: what is known to have gone back before. */
  void(change: Change & { readonly backCents?: number }): Promise<ChangeOutcome>
  /** Gives back part of what was captured. */
  refund(change: Change & PartBack): Promise<ChangeOutcome>
  /** Closes a sale that waits for its payer, so that nobody can pay it any more. Safe to call again. */
  end(reference: string, askedAt?: Date): Promise<EndOutcome>
  /** What became of an order key; of several sales under one key, the one that holds money wins. */
  find(orderKey: string, askedAt?: Date): Promise<FindOutcome>
  /** All sales under an order key, in one call. */
  salesUnder(orderKey: string): Promise<SalesOutcome>
  /** What became of a sale whose reference is known. */
  findByReference(reference: string, askedAt?: Date): Promise<FindOutcome>
  /** The order key of a sale that we know only by the acquirer's reference. */
  orderOf(reference: string): Promise<OrderOutcome>
  /** Asked at start: why its 'not found' cannot be believed; null when it can. */
  check(): Promise<string | null>
  /** Makes a saved card's token useless, where the acquirer can. Safe to call again. */
  forgetCard(acquirerToken: string): Promise<ForgetOutcome>
  /** Whether the secret of this acquirer's notifications came along; false where it has none. Reads no body. */
  carriesSecret(sent: Pick<Notification, 'headers' | 'secret'>): boolean
  /** Reads the acquirer's notification; null when it is not authentic, or not this acquirer's. */
  readNotification(notification: Notification): Notified | null
}
