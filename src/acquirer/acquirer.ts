/** The acquirer port; adapters in `server/` translate the wire. Integer centavos, UTC instants. */

import type { refusalCauses } from './causes.ts'
import type { CardBrand } from './brands.ts'
import type { Payer } from './payer.ts'
import type { RefundFailureCause } from './refundFailures.ts'

export type CardKind = 'credit' | 'debit'

export const bankMethods = ['pix'] as const
export type BankMethod = (typeof bankMethods)[number]

export type OfferedMethod = CardKind | BankMethod

/** In memory for one call only: never stored, logged or queued. */
export type TypedCard = {
  readonly type: 'typed_card'
  readonly kind: CardKind
  /** 13 to 19 digits, no separators. */
  readonly number: string
  readonly cardholder: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly cvv: string | null
  readonly brand: CardBrand
  readonly save: boolean
}

export type SavedCard = {
  readonly type: 'saved_card'
  readonly kind: CardKind
  readonly acquirerToken: string
  readonly brand: CardBrand
  readonly cvv: string | null
}

type Instrument = TypedCard | SavedCard | { readonly type: BankMethod }

export type Authentication = {
  readonly version: string
  readonly eci: string
  readonly cavv: string | null
  readonly xid: string | null
  readonly referenceId: string
  /** The issuer was notified only, without a liability shift. */
  readonly dataOnly: boolean
}

export type AttemptIdentity = { readonly paymentId: number; readonly token: string; readonly n: number }

export type AuthoriseRequest = {
  readonly orderKey: string
  readonly amountCents: number
  /** False only authorises, for a later `capture`. */
  readonly capture: boolean
  readonly instrument: Instrument
  readonly authentication: Authentication | null
  readonly payer: Payer
  readonly returnUrl: string
}

export type SaleEvent = {
  readonly kind: 'chargeback' | 'fraud_alert'
  /** Unique within the sale; empty where the acquirer gives none. */
  readonly number: string
  readonly amountCents: number | null
  readonly text: string | null
}

export const notificationTopics = ['void_denied', 'chargeback', 'fraud_alert', 'returned'] as const
export type NotificationTopic = (typeof notificationTopics)[number]

export type SaleChange = {
  /** The same for every repeat: letters and digits, at most 20. */
  readonly id: string
  readonly reference: string
}

/** The change is accepted, and is done or refused by `until`. A repeat with the same id is the same change. */
export type PendingChange = { readonly outcome: 'pending'; readonly until: Date }

export type PostponedChange = { readonly outcome: 'later'; readonly notBefore: Date }

export type ChangeAmounts = {
  readonly askedCents: number
  /** Null where the answer named none. */
  readonly acknowledgedCents: number | null
  /** Null while no query shows the change. */
  readonly shownCents: number | null
}

/** Whether a query shows another amount than requested. */
export function isAmountMismatch({ askedCents, shownCents }: ChangeAmounts): boolean {
  return shownCents !== null && shownCents !== askedCents
}

export type RefusalCause = keyof typeof refusalCauses

export type Approval = {
  readonly outcome: 'approved'
  readonly reference: string
  readonly amountCents: number
  readonly capturedCents: number
  /** 0 with `isVoidAmountMissing` when the acquirer names no amount. */
  readonly voidedCents: number
  readonly isVoidAmountMissing?: boolean
  /** `capturedCents` is the authorised amount, because the acquirer names no captured one. */
  readonly isCaptureAmountMissing?: boolean
  readonly amounts?: ChangeAmounts
  readonly duplicateReferences?: readonly string[]
  readonly nsu: string | null
  /** The banks' id of a Pix (the first of several). */
  readonly endToEndId: string | null
  readonly authorisationCode: string | null
  readonly returnCode: string | null
  readonly brand: string | null
  readonly lastDigits: string | null
  /** The final ECI decides the liability for a dispute. */
  readonly eci?: string | null
  readonly cardToken: string | null
  readonly events?: readonly SaleEvent[]
  /** The acquirer may still cancel the sale without notice. */
  readonly mayBeAutoCancelled?: boolean
}

export type Refusal = {
  readonly outcome: 'refused'
  readonly reference: string | null
  readonly returnCode: string | null
  readonly cause: RefusalCause
  readonly retry?: RetryRule
}

/** The brand's rule on retries: never, with corrected data, or after `waitMs`. */
export type RetryRule = { readonly class: 'irreversible' | 'data' | 'reversible'; readonly waitMs: number }

export type NextAction =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'qr'; readonly text: string }
  | { readonly type: 'authenticate'; readonly data: Readonly<Record<string, string>> }

export type Pending = {
  readonly outcome: 'pending'
  readonly reference: string
  readonly nextAction: NextAction
  readonly expiresAt: Date
}

/** Time-out, 5xx, unreadable answer, or status 0: `findByOrderKey` settles the result later. */
export type Unknown = {
  readonly outcome: 'unknown'
  readonly reference: string | null
  readonly detail: string
}

/** Does not prove that there is no sale: a request may still be on its way. */
export type NotFound = { readonly outcome: 'not_found' }

export type AuthoriseOutcome = Approval | Refusal | Pending | Unknown
export type FindOutcome = AuthoriseOutcome | NotFound
export type OrderOutcome = { readonly outcome: 'found'; readonly orderKey: string } | NotFound | Unknown
export type SalesOutcome =
  | { readonly outcome: 'found'; readonly references: readonly string[] }
  | NotFound
  | Unknown
export type FinalOutcome = Approval | Refusal | Unknown
export type ChangeOutcome = FinalOutcome | PendingChange | PostponedChange

export type NotificationRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly secret: string | null
}

/** `references`: the changed sales; empty for an authentic notification about other things. */
export type ParsedNotification = {
  readonly references: readonly string[]
  readonly topic?: NotificationTopic | undefined
}

type SoldPayment = { readonly method: OfferedMethod; readonly brand: string | null; readonly soldAt: Date }

type RefundTermsOfSale = {
  readonly days: number
  readonly parts: 'any' | 'once'
  /** The first instant of a partial refund, after the acquirer's day of the sale; null: at once. */
  readonly partsFrom: Date | null
}

export type RefundRules = {
  terms(sale: SoldPayment): RefundTermsOfSale
  causeOf(returnCode: string | null): RefundFailureCause
}

export type PartialRefund = {
  readonly amountCents: number
  readonly refundedCents?: number
  readonly isRepeat?: boolean
}

/**
 * Network failures are `unknown`, not exceptions; a call is repeatable after `unknown` once a
 * query has answered. `askedAt`: the instant of the portal's own request.
 */
export type Acquirer = {
  readonly name: string
  /** What staff read. */
  readonly title: string
  readonly offers: readonly OfferedMethod[]
  readonly refundRules: RefundRules
  /** Unique per attempt; makes no call. */
  orderKey(attempt: AttemptIdentity): string
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>
  capture(change: SaleChange & { readonly amountCents: number }): Promise<ChangeOutcome>
  void(change: SaleChange & { readonly refundedCents?: number }): Promise<ChangeOutcome>
  refund(change: SaleChange & PartialRefund): Promise<ChangeOutcome>
  cancel(reference: string, askedAt?: Date): Promise<FinalOutcome>
  findByOrderKey(orderKey: string, askedAt?: Date): Promise<FindOutcome>
  findSales(orderKey: string): Promise<SalesOutcome>
  findByReference(reference: string, askedAt?: Date): Promise<FindOutcome>
  findOrderKey(reference: string): Promise<OrderOutcome>
  /** The reason why 'not found' cannot be trusted, or null. */
  checkQueries(): Promise<string | null>
  forgetCard(acquirerToken: string): Promise<'forgotten' | 'not_offered' | 'unknown'>
  hasValidSecret(sent: Pick<NotificationRequest, 'headers' | 'secret'>): boolean
  /** Null when not authentic. */
  readNotification(notification: NotificationRequest): ParsedNotification | null
}
