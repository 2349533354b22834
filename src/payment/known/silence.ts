import type { PaymentState } from '../paymentState.ts'

/** What a phone knows of the payment of a ticket (docs/rulings.md#r27). */
export type Known = {
  /** `pay` was sent, and no definite answer of it has been read. */
  readonly sent: 'unanswered' | 'answered'
  /** A receipt kept on the phone, compared with the last answer of the server that the screen shows. */
  readonly receipt: 'none' | 'newer' | 'older'
}

/**
 * `received`: the payment was taken. `confirming`: nobody knows, do not pay again. `answer`: what the server answered, and
 * ways to pay.
 */
export type Say = 'received' | 'confirming' | 'answer'

/** A row for everything that a phone can know. */
export const says = {
  answered: { none: 'answer', newer: 'received', older: 'answer' },
  unanswered: { none: 'confirming', newer: 'received', older: 'confirming' },
} as const satisfies Readonly<Record<Known['sent'], Readonly<Record<Known['receipt'], Say>>>>

/** What a phone may say of a ticket's payment. Only `answer` lets a screen offer a way to pay. */
export function maySay({ sent, receipt }: Known): Say {
  return says[sent][receipt]
}

/**
 * A receipt against the last answer that a screen shows: instants of the server, ISO 8601, null without an answer. They are
 * whole seconds; in the same second the receipt counts as newer, for a look-up after it would say `paid`.
 */
export function ageOf(receiptAt: string, answeredAt: string | null): 'newer' | 'older' {
  return answeredAt === null || Date.parse(receiptAt) >= Date.parse(answeredAt) ? 'newer' : 'older'
}

/** Whether a payment's state is a definite answer. `created` is one where the attempt is recorded as refused. */
export const definite = {
  created: 'when refused',
  authorising: false,
  awaiting_cardholder: true,
  awaiting_payment: true,
  unknown: false,
  authorised: true,
  capturing: false,
  captured: true,
  refunding: true,
  partly_refunded: true,
  refunded: true,
  cancelled: true,
  expired: true,
  voided: true,
  review: true,
} as const satisfies Readonly<Record<PaymentState, boolean | 'when refused'>>

/** Whether the payment's state answers the `pay` that was sent. `refused`: an attempt was used up, or `pay` itself answered. */
export function isDefinite(state: PaymentState, refused: boolean): boolean {
  const row = definite[state]
  return row === 'when refused' ? refused : row
}

/** A refused call. `status` 0: nobody answered. */
export type Refused = { readonly status: number; readonly code: string }

const neverStatuses: readonly number[] = [401, 403, 408, 419, 429]
const neverCodes: readonly string[] = ['payment_in_flight', 'undefined_response']

/** Whether a refusal of `pay` is definite. `earlier`: an earlier `pay` of the same payment is unanswered. */
export function isDefiniteRefusal({ status, code }: Refused, earlier: boolean): boolean {
  const isRefusal = status >= 400 && status < 500
  return isRefusal && !earlier && !neverStatuses.includes(status) && !neverCodes.includes(code)
}
