/**
 * The acquirer port: what the portal asks of a card acquirer, in the portal's own words.
 * Adapters live in `server/`; nothing else in the project knows a wire format.
 * All amounts are integer centavos, all times UTC instants.
 */

/** How the cardholder pays. The wire calls these payment_type 1 and 2 (spec.md section 9). */
export type CardKind = 'credit' | 'debit'

/** Brands the portal can name. Others are refused before any call. */
export const cardBrands = [
  'Visa',
  'Master',
  'Amex',
  'Elo',
  'Aura',
  'JCB',
  'Diners',
  'Discover',
  'Hipercard',
] as const
export type CardBrand = (typeof cardBrands)[number]

/** A card typed by the customer. Lives in memory for one call only: never stored, logged or queued. */
export type TypedCard = {
  readonly source: 'typed'
  /** 13 to 19 digits, no separators. */
  readonly number: string
  readonly holder: string
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
  readonly source: 'saved'
  readonly acquirerToken: string
  readonly brand: CardBrand
  readonly cvv: string | null
}

/** Who pays, as the acquirer's fraud check wants it (spec.md screen 17). */
export type Payer = {
  readonly name: string
  /** CPF or CNPJ, without punctuation. */
  readonly taxId: string
  readonly email: string
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

export type AuthoriseRequest = {
  /** Ours, unique for each attempt, letters and digits only, at most 50 (Cielo MerchantOrderId). */
  readonly orderKey: string
  readonly amountCents: number
  readonly kind: CardKind
  /** True takes the money at once; false holds it for a later `capture`. */
  readonly capture: boolean
  readonly card: TypedCard | SavedCard
  readonly payer: Payer
  /** Where the cardholder's bank sends the browser back to. */
  readonly returnUrl: string
}

/** Why a card was refused, as far as the customer can act on it. Texts in `refusals.ts`. */
export type RefusalCause =
  | 'generic'
  | 'funds'
  | 'limit'
  | 'pin'
  | 'card_data'
  | 'cvv'
  | 'expired'
  | 'not_allowed'
  | 'blocked'
  | 'unlock'
  | 'closed'
  | 'merchant'
  | 'amount'
  | 'use_credit'
  | 'use_debit'
  | 'authentication'
  | 'velocity'
  | 'saved_card'
  | 'brand'

/** What the acquirer did with the money so far. */
export type Approval = {
  readonly outcome: 'approved'
  /** The acquirer's id of the sale, for capture, void, refund and find. */
  readonly reference: string
  /** What was authorised. */
  readonly amountCents: number
  /** What was taken so far; 0 while only held. */
  readonly capturedCents: number
  /** What was given back so far (voided or refunded). */
  readonly voidedCents: number
  /** NSU, printed on the receipt. */
  readonly nsu: string | null
  readonly authorisationCode: string | null
  readonly returnCode: string | null
  readonly brand: string | null
  readonly lastDigits: string | null
  /** Present when `card.save` was asked and granted. A charge credential: encrypt at rest. */
  readonly cardToken: string | null
}

/** A definite no: no money is held or taken. */
export type Refusal = {
  readonly outcome: 'refused'
  readonly reference: string | null
  readonly returnCode: string | null
  readonly cause: RefusalCause
}

/** The bank wants the cardholder: send the browser to `url`. */
export type Challenge = { readonly outcome: 'challenge'; readonly reference: string; readonly url: string }

/** Nobody knows yet: time-out, 5xx, unreadable answer, status 0 after a time-out. Ask again with `find`. */
export type Unknown = {
  readonly outcome: 'unknown'
  readonly reference: string | null
  readonly detail: string
}

/** The acquirer has never heard of the order key. */
export type NotFound = { readonly outcome: 'not_found' }

export type AuthoriseOutcome = Approval | Refusal | Challenge | Unknown
export type FindOutcome = AuthoriseOutcome | NotFound
/** Capture, void and refund answer the state of the sale after the call. */
export type ChangeOutcome = Approval | Refusal | Unknown

/**
 * What became of a token that should be forgotten. `not_offered`: the acquirer has no call for it, and the
 * token is forgotten here only.
 */
export type ForgetOutcome = 'forgotten' | 'not_offered' | 'unknown'

/**
 * The port. No method throws for a business outcome or a network failure: both are outcomes.
 * Every method is safe to call again after `unknown`, once `find` has told what happened.
 */
export type Acquirer = {
  readonly name: string
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>
  /** Takes `amountCents` of a held authorisation, once; the rest is released. */
  capture(reference: string, amountCents: number): Promise<ChangeOutcome>
  /** Releases a hold, or gives back everything captured. */
  void(reference: string): Promise<ChangeOutcome>
  /** Gives back part of what was captured. */
  refund(reference: string, amountCents: number): Promise<ChangeOutcome>
  /** What became of an order key; of several sales under one key, the one that holds money wins. */
  find(orderKey: string): Promise<FindOutcome>
  /** What became of a sale whose reference is known. */
  findByReference(reference: string): Promise<FindOutcome>
  /** Makes a saved card's token useless, where the acquirer can. Safe to call again. */
  forgetCard(acquirerToken: string): Promise<ForgetOutcome>
  /** Reads the acquirer's notification: the reference of the sale that changed; null when not authentic. */
  readNotification(
    headers: Readonly<Record<string, string | undefined>>,
    body: unknown,
  ): { reference: string } | null
}
