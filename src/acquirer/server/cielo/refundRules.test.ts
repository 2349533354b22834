import { expect, it } from 'vitest'
import { cieloRefundRules } from './cielo.ts'

it.each([
  ['balance', '43 55 56 72 76'],
  ['over', '17 42 130'],
  ['rest', '309 108'],
  ['never', '3 21 40 51 52 53 54 58 60 77 101 109 116 117 120 160 206 340 576 9016 404'],
] as const)('%s: %s', (cause, codes) => {
  for (const code of codes.split(' ')) expect([code, cieloRefundRules.causeOf(code)]).toEqual([code, cause])
})

it('a refusal without a code is final', () => {
  expect(cieloRefundRules.causeOf(null)).toBe('never')
})

it.each([
  ['credit', 'Master', 330, 'any'],
  ['debit', 'Master', 150, 'once'],
  ['debit', 'Visa', 330, 'once'],
  ['credit', null, 330, 'any'],
] as const)('%s of %s: %i days, parts %s', (method, brand, days, parts) => {
  const soldAt = new Date('2026-11-21T12:00:00Z')
  const partsFrom = new Date('2026-11-22T03:10:00Z')
  expect(cieloRefundRules.terms({ method, brand, soldAt })).toEqual({ days, parts, partsFrom })
})

it('a partial refund waits for Brasília’s midnight: minutes before it, a day after it', () => {
  const partsFrom = (soldAt: string) =>
    cieloRefundRules
      .terms({ method: 'credit', brand: 'Visa', soldAt: new Date(soldAt) })
      .partsFrom?.toISOString()
  expect(partsFrom('2026-11-22T02:59:00Z')).toBe('2026-11-22T03:10:00.000Z')
  expect(partsFrom('2026-11-22T03:01:00Z')).toBe('2026-11-23T03:10:00.000Z')
})
