import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { paymentState } from './contract.ts'
import {
  can,
  isInFlight,
  isPaid,
  isPaidOrHeld,
  type PaymentAction,
  paymentCan,
  type PaymentState,
  stayStates,
} from './paymentState.ts'

/** Written separately from the rules (docs/payment.md#states). */
const allowed: Readonly<Record<PaymentState, readonly PaymentAction[]>> = {
  created: ['becomeHeld', 'becomePaid', 'cancel', 'changeType', 'expire', 'pay'],
  authorising: ['becomeHeld', 'becomePaid', 'cancel'],
  awaiting_cardholder: ['becomeHeld', 'becomePaid', 'cancel'],
  awaiting_payment: ['becomePaid', 'cancel', 'changeType'],
  unknown: ['askAgain', 'becomeHeld', 'becomePaid', 'cancel', 'decide'],
  authorised: ['endHold'],
  capturing: [],
  captured: ['refund'],
  refunding: ['askAgain'],
  partly_refunded: ['refund'],
  refunded: [],
  cancelled: ['becomePaid'],
  expired: ['becomePaid'],
  voided: [],
  review: ['askAgain', 'becomeHeld', 'becomePaid', 'decide'],
}

test.each(paymentState.options)('%s allows what it should, and nothing else', (state) => {
  const actions: PaymentAction[] = []
  for (const action in paymentCan) if (isAction(action) && can(action, state)) actions.push(action)
  expect(actions.toSorted()).toEqual(allowed[state])
})

function isAction(name: string): name is PaymentAction {
  return name in paymentCan
}

it('distinguishes paid, held and in-flight states', () => {
  const those = (is: (state: PaymentState) => boolean) => paymentState.options.filter(is).toSorted()
  expect(those(isPaid)).toEqual(['captured', 'partly_refunded'])
  expect(those(isPaidOrHeld)).toEqual(['authorised', 'captured', 'partly_refunded'])
  expect(those(isInFlight)).toEqual([
    'authorising',
    'awaiting_cardholder',
    'awaiting_payment',
    'capturing',
    'unknown',
  ])
})

it('the index for one payment per stay matches the rule', () => {
  const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')
  const index = /INDEX payment_one_per_stay .*/.exec(schema)?.[0] ?? ''
  const states = [...index.matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
  expect(states.toSorted()).toEqual(stayStates.toSorted())
})
