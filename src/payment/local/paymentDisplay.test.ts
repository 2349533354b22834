import { describe, expect, it } from 'vitest'
import { paymentState } from '../contract.ts'
import {
  compareReceiptAge,
  isDefiniteState,
  isDefiniteRefusal,
  isRequestOver,
  paymentDisplay,
} from './paymentDisplay.ts'

describe('what a device may show of a ticket', () => {
  it.each([
    ['answered', 'none', 'answer'],
    ['answered', 'newer', 'received'],
    ['answered', 'older', 'answer'],
    ['unanswered', 'none', 'confirming'],
    ['unanswered', 'newer', 'received'],
    ['unanswered', 'older', 'confirming'],
  ] as const)('`pay` %s, receipt %s: %s', (sent, receipt, display) => {
    expect(paymentDisplay({ sent, receipt })).toBe(display)
  })
})

it.each([
  [null, 'newer'],
  ['2026-11-21T11:59:59-03:00', 'newer'],
  ['2026-11-21T15:00:00Z', 'newer'],
  ['2026-11-21T12:00:01-03:00', 'older'],
])('a receipt issued at noon and an answer of %s: the receipt is %s', (answeredAt, age) => {
  expect(compareReceiptAge('2026-11-21T12:00:00-03:00', answeredAt)).toBe(age)
})

it.each([
  ['2026-11-21T12:05:00-03:00', false],
  ['2026-11-21T12:05:01-03:00', true],
])(
  'a `pay` call of noon without access to its payment, and a ticket free to leave at %s: over %s',
  (lookedUpAt, over) => {
    expect(isRequestOver(Date.parse('2026-11-21T12:00:00-03:00'), lookedUpAt)).toBe(over)
  },
)

describe('definite answers to `pay`', () => {
  it('are all states except those at the acquirer', () => {
    const open = paymentState.options.filter((state) => !isDefiniteState(state, false))
    expect(open).toEqual(['created', 'authorising', 'unknown', 'capturing'])
    expect(paymentState.options.filter((state) => !isDefiniteState(state, true))).toEqual(open.slice(1))
  })

  it.each([
    [0, 'offline', false],
    [200, 'undefined_response', false],
    [400, 'undefined_response', false],
    [401, 'unauthenticated', false],
    [401, 'session_changed', true],
    [403, 'human_required', false],
    [408, 'timeout', false],
    [409, 'payment_in_flight', false],
    [409, 'price_changed', true],
    [409, 'already_paid', true],
    [410, 'ticket_exited', true],
    [419, 'csrf', false],
    [422, 'invalid', true],
    [429, 'too_many_attempts', false],
    [500, 'error', false],
    [503, 'unavailable', false],
  ])('a refusal %i %s: %s, and none while an earlier call is unanswered', (status, code, ends) => {
    expect(isDefiniteRefusal({ status, code }, false)).toBe(ends)
    expect(isDefiniteRefusal({ status, code }, true)).toBe(false)
  })
})
