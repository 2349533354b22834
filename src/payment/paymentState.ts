import type * as z from 'zod/mini'
import type { paymentState } from './contract.ts'

export type PaymentState = z.output<typeof paymentState>

export const sentStates = ['authorising', 'unknown', 'capturing'] as const satisfies readonly PaymentState[]

export const awaitingStates = [
  'awaiting_cardholder',
  'awaiting_payment',
] as const satisfies readonly PaymentState[]

export const inFlightStates = [...sentStates, ...awaitingStates] as const satisfies readonly PaymentState[]

/** States that exclude another payment of the stay (index `payment_one_per_stay`). */
export const stayStates = [
  ...sentStates,
  'authorised',
  'captured',
  'partly_refunded',
  'review',
] as const satisfies readonly PaymentState[]

export const paidStates = ['captured', 'partly_refunded'] as const satisfies readonly PaymentState[]

export const endedUnpaidStates = ['cancelled', 'expired', 'voided'] as const satisfies readonly PaymentState[]

export const paymentCan = {
  pay: ['created'],
  changeType: ['created', 'awaiting_payment'],
  cancel: ['created', 'authorising', ...awaitingStates, 'unknown'],
  expire: ['created'],
  /** A late hold of a cancelled or expired payment is released. */
  becomeHeld: ['created', 'authorising', 'awaiting_cardholder', 'unknown', 'review'],
  endHold: ['authorised'],
  refund: ['captured', 'partly_refunded'],
  decide: ['unknown', 'review'],
  askAgain: ['unknown', 'review', 'refunding'],
  /** A late success is applied from these (docs/payment.md#settle). */
  becomePaid: ['created', 'authorising', ...awaitingStates, 'unknown', 'cancelled', 'expired', 'review'],
} as const satisfies Record<string, readonly PaymentState[]>

export type PaymentAction = keyof typeof paymentCan

/** Whether `state` allows `action`. */
export function can(action: PaymentAction, state: PaymentState): boolean {
  return isOneOf(paymentCan[action])(state)
}

function isOneOf(states: readonly PaymentState[]): (state: PaymentState) => boolean {
  return (state) => states.includes(state)
}

export const isAwaiting = isOneOf(awaitingStates)
export const isSent = isOneOf(sentStates)
export const isInFlight = isOneOf(inFlightStates)
export const isEndedUnpaid = isOneOf(endedUnpaidStates)
export const isPaid = isOneOf(paidStates)

/** Captured, or held for a reservation. */
export function isPaidOrHeld(state: PaymentState): boolean {
  return state === 'authorised' || isPaid(state)
}
