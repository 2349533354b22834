import type * as z from 'zod/mini'
import type { paymentState } from './contract.ts'

export type PaymentState = z.output<typeof paymentState>

/** States in which the acquirer was sent for the money and has not said what became of it. */
export const sentStates = ['authorising', 'unknown', 'capturing'] as const satisfies readonly PaymentState[]

/** States in which the payer has something to do elsewhere: at their bank's page, or in its app with a code of ours. */
export const awaitingStates = [
  'awaiting_cardholder',
  'awaiting_payment',
] as const satisfies readonly PaymentState[]

/** States in which somebody (bank, payer, acquirer) still owes an answer. */
export const inFlightStates = [...sentStates, ...awaitingStates] as const satisfies readonly PaymentState[]

/**
 * States that leave no room for another payment of the same stay; the unique index `payment_one_per_stay` says the
 * same. Who only stands before the bank's page, or has a code open, keeps nobody from paying.
 */
export const stayStates = [
  ...sentStates,
  'authorised',
  'captured',
  'partly_refunded',
  'review',
] as const satisfies readonly PaymentState[]

/** States in which the customer's money is with the operator. */
export const paidStates = ['captured', 'partly_refunded'] as const satisfies readonly PaymentState[]

/** States in which nothing was taken, and nothing is to be. */
export const endedUnpaidStates = ['cancelled', 'expired', 'voided'] as const satisfies readonly PaymentState[]

/** What a payment allows in each state; the button and the server read the same table. */
export const paymentCan = {
  pay: ['created'],
  /** An open code is ended at the bank first. */
  changeType: ['created', 'awaiting_payment'],
  cancel: ['created', 'authorising', ...awaitingStates, 'unknown'],
  expire: ['created'],
  /** A late hold of a payment that was cancelled or has expired is released: nobody waits for it. */
  becomeHeld: ['created', 'authorising', 'awaiting_cardholder', 'unknown', 'review'],
  endHold: ['authorised'],
  /** Money that staff give back, wholly or in part. */
  refund: ['captured', 'partly_refunded'],
  /** Nobody knows what became of it: staff ask again, or decide. */
  decide: ['unknown', 'review'],
  /** The acquirer may be asked once more: also about money that is on its way back. */
  askAgain: ['unknown', 'review', 'refunding'],
  /** A success that arrives late may still be applied from here (docs/payment.md#settle). */
  becomePaid: ['created', 'authorising', ...awaitingStates, 'unknown', 'cancelled', 'expired', 'review'],
} as const satisfies Record<string, readonly PaymentState[]>

export type PaymentAction = keyof typeof paymentCan

/** Whether `action` is allowed in `state`. */
export function can(action: PaymentAction, state: PaymentState): boolean {
  const states: readonly PaymentState[] = paymentCan[action]
  return states.includes(state)
}

/** Whether the payer has something to do elsewhere in `state`. */
export function isAwaiting(state: PaymentState): boolean {
  const states: readonly PaymentState[] = awaitingStates
  return states.includes(state)
}

/** Whether the acquirer was sent for the money in `state`, and has not said what became of it. */
export function isSent(state: PaymentState): boolean {
  const states: readonly PaymentState[] = sentStates
  return states.includes(state)
}

/** Whether the bank, the payer or the acquirer still owes an answer in `state`. */
export function isInFlight(state: PaymentState): boolean {
  const states: readonly PaymentState[] = inFlightStates
  return states.includes(state)
}

/** Whether paying has succeeded in `state`: taken, or held for a reservation. */
export function isPaidOrHeld(state: PaymentState): boolean {
  return state === 'authorised' || isPaid(state)
}

/** Whether nothing was taken in `state`, and nothing is to be. */
export function isEndedUnpaid(state: PaymentState): boolean {
  const states: readonly PaymentState[] = endedUnpaidStates
  return states.includes(state)
}

/** Whether the operator has the customer’s money in `state`. */
export function isPaid(state: PaymentState): boolean {
  const states: readonly PaymentState[] = paidStates
  return states.includes(state)
}
