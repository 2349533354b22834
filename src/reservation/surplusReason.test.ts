import { expect, it } from 'vitest'
import type { PaymentState } from '#payment/paymentState.ts'
import { surplusReasons, surplusReason } from './surplusReason.ts'

it.each<[PaymentState, number | null, string | null]>([
  ['authorised', null, null],
  ['capturing', 5000, null],
  ['captured', 5000, surplusReasons.above],
  ['partly_refunded', 5000, surplusReasons.above],
  ['captured', 3200, surplusReasons.late],
  ['voided', 0, surplusReasons.free],
  ['voided', 3200, surplusReasons.lapsed],
  ['voided', null, surplusReasons.lapsed],
  ['refunded', 5000, surplusReasons.returned],
])('%s, of 5000 centavos %s were to be taken: %s', (state, requestedCents, text) =>
  expect(surplusReason({ state, requestedCents, holdCents: 5000 })).toBe(text),
)
