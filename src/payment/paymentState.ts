import type * as z from 'zod/mini'
import type { paymentState } from './contract.ts'

export type PaymentState = z.output<typeof paymentState>

/** At the acquirer, outcome unknown. */
export const sentStates = ['authorising', 'unknown', 'capturing'] as const satisfies readonly PaymentState[]

/** Waiting for the payer at their bank: an authentication or a code. */
export const awaitingStates = [
  'awaiting_cardholder',
  'awaiting_payment',
] as const satisfies readonly PaymentState[]

/** Waiting for the acquirer, the bank or the payer. */
export const inFlightStates = [...sentStates, ...awaitingStates] as const satisfies readonly PaymentState[]

/** States that exclude another payment of the stay, as the unique index `payment_one_per_stay` does. */
export const stayStates = [
  ...sentStates,
  'authorised',
  'captured',
  'partly_refunded',
  'review',
] as const satisfies readonly PaymentState[]

/** The operator has the money. */
export const paidStates = ['captured', 'partly_refunded'] as const satisfies readonly PaymentState[]

/** Ended without money. */
export const endedUnpaidStates = ['cancelled', 'expired', 'voided'] as const satisfies readonly PaymentState[]

/** Allowed states of each action, for screens and server. */
export const paymentCan = {
  pay: ['created'],
  /** An open code is ended at the bank first. */
  changeType: ['created', 'awaiting_payment'],
  cancel: ['created', 'authorising', ...awaitingStates, 'unknown'],
  expire: ['created'],
  /** A late hold of a cancelled or expired payment is released. */
  becomeHeld: ['created', 'authorising', 'awaiting_cardholder', 'unknown', 'review'],
  endHold: ['authorised'],
  refund: ['captured', 'partly_refunded'],
  decide: ['unknown', 'review'],
  /** The acquirer may be queried again, also about a refund. */
  askAgain: ['unknown', 'review', 'refunding'],
  /** A late success is applied from these (docs/payment.md#settle). */
  becomePaid: ['created', 'authorising', ...awaitingStates, 'unknown', 'cancelled', 'expired', 'review'],
} as const satisfies Record<string, readonly PaymentState[]>

export type PaymentAction = keyof typeof paymentCan

/** Whether `action` is allowed in `state`. */
export function can(action: PaymentAction, state: PaymentState): boolean {
  const states: readonly PaymentState[] = paymentCan[action]
  return states.includes(state)
}

/** Whether the payer must act at their bank. */
export function isAwaiting(state: PaymentState): boolean {
  const states: readonly PaymentState[] = awaitingStates
  return states.includes(state)
}

/** Whether the payment is at the acquirer, outcome unknown. */
export function isSent(state: PaymentState): boolean {
  const states: readonly PaymentState[] = sentStates
  return states.includes(state)
}

/** Whether an answer of bank, payer or acquirer is due. */
export function isInFlight(state: PaymentState): boolean {
  const states: readonly PaymentState[] = inFlightStates
  return states.includes(state)
}

/** Whether the payment succeeded: captured, or held for a reservation. */
export function isPaidOrHeld(state: PaymentState): boolean {
  return state === 'authorised' || isPaid(state)
}

/** Whether the payment ended without money. */
export function isEndedUnpaid(state: PaymentState): boolean {
  const states: readonly PaymentState[] = endedUnpaidStates
  return states.includes(state)
}

/** Whether the operator has the money. */
export function isPaid(state: PaymentState): boolean {
  const states: readonly PaymentState[] = paidStates
  return states.includes(state)
}
