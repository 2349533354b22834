import { expect, it } from 'vitest'
import type { Approval } from '#acquirer/acquirer.ts'
import { keysOf } from '#kit/text/lookUp.ts'
import type { attemptStates } from '../attemptStates.ts'
import { decideOutcome } from './outcomeDecision.ts'

const approval: Approval = {
  outcome: 'approved',
  reference: 'sale',
  amountCents: 700,
  capturedCents: 700,
  voidedCents: 0,
  nsu: null,
  endToEndId: null,
  authorisationCode: null,
  returnCode: null,
  brand: null,
  lastDigits: null,
  cardToken: null,
}

/** What an approval does, and any other outcome. */
const steps = {
  authenticating: ['open', 'open'],
  in_flight: ['open', 'open'],
  challenged: ['open', 'open'],
  unknown: ['open', 'open'],
  refused: ['open', 'open'],
  unheard: ['open', 'open'],
  abandoned: ['open', 'open'],
  held: ['hold', 'hold'],
  released: ['failed_refund', 'nothing'],
  captured: ['difference', 'nothing'],
  giving_back: ['nothing', 'nothing'],
  given_back: ['failed_refund', 'nothing'],
  kept: ['external_refund', 'nothing'],
} as const satisfies Record<keyof typeof attemptStates, readonly [string, string]>

it.each(keysOf(steps))('an outcome of an attempt that is %s', (state) => {
  const [approved, other] = steps[state]
  expect(decideOutcome(state, approval)).toMatchObject({ step: approved })
  expect(decideOutcome(state, null)).toEqual({ step: other })
})
