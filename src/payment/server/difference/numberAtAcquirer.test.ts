import { expect, it } from 'vitest'
import { readAcquirerEventNumber, webhookNumber } from './saleEvents.ts'

it.each([
  ['chargeback', '12345', '12345'],
  ['med', 'D2026112712345', 'D2026112712345'],
  ['chargeback', '', null],
  ['chargeback', '2026-11-20', null],
  ['chargeback', '2026-11-20 (2)', null],
  ['fraud_alert', '2026-11-19', null],
  ['fraud_alert', '19/11/2026', null],
  ['chargeback', webhookNumber(new Date(0)), null],
])('a %s stored as "%s" has the number %s', (kind, number, shown) => {
  expect(readAcquirerEventNumber({ kind, number })).toBe(shown)
})
