import { expect, it } from 'vitest'
import type { PaymentState } from '#payment/paymentState.ts'
import { owedTexts, whyOwed } from './owed.ts'

it.each<[PaymentState, number | null, string | null]>([
  ['authorised', null, null],
  ['capturing', 5000, null],
  ['captured', 5000, owedTexts.above],
  ['partly_refunded', 5000, owedTexts.above],
  ['captured', 3200, owedTexts.late],
  ['voided', 0, owedTexts.free],
  ['voided', 3200, owedTexts.lapsed],
  ['voided', null, owedTexts.lapsed],
  ['refunded', 5000, owedTexts.returned],
])('%s, of 5000 centavos %s were to be taken: %s', (state, takeCents, text) =>
  expect(whyOwed({ state, takeCents, holdCents: 5000 })).toBe(text),
)
