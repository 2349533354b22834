import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalText, type ClosingDocument, compareLines, zeroDigest } from './document.ts'
import { estimateFee, feesText, type FeeRow } from './fees.ts'

const none = { method: null, brand: null, acquirer: null, of_day: null }
const card = { ...none, method: 'credit', brand: 'Master', acquirer: 'cielo' }
const pix = { ...none, method: 'pix', acquirer: 'bacen' }

/** Lot 3 of the worked day of docs/back-office.md#fechamentos. */
const worked = {
  lot_id: 3,
  number: 1,
  day: '2026-11-26',
  time_zone: 'America/Sao_Paulo',
  ledger_id: 16,
  segment_id: 0,
  take_id: 0,
  cars_entered: 2,
  cars_left: 1,
  cars_inside: 1,
  open_unknown: 0,
  open_review: 0,
  open_cents: 0,
  lines: [
    { ...card, section: 'refund', count: 0, amount_cents: 0 },
    { ...pix, section: 'portal', count: 1, amount_cents: 5700 },
    { ...card, section: 'portal', count: 1, amount_cents: 4500 },
  ],
} satisfies ClosingDocument

it('the canonical text of the worked day and its digest', () => {
  expect(canonicalText(worked)).toBe(
    '{"cars":[2,1,1],"day":"2026-11-26","lines":[["portal","credit","Master","cielo",null,1,4500],["portal","pix",null,"bacen",null,1,5700],["refund","credit","Master","cielo",null,0,0]],"lot":3,"number":1,"open":[0,0,0],"upto":[16,0,0],"zone":"America/Sao_Paulo"}',
  )
  const digest = 'f58ab033a8bb07b742be19eacd80b384397c18b30cc5bb853b882325b5643dd3'
  expect(
    createHash('sha256')
      .update(`${zeroDigest}\n${canonicalText(worked)}`)
      .digest('hex'),
  ).toBe(digest)
})

it.each([
  ['the brand null first', { brand: null }, { brand: 'Amex' }, -1],
  ['the brand null last', { brand: 'Amex' }, { brand: null }, 1],
  ['brands by their texts', { brand: 'Visa' }, { brand: 'Master' }, 1],
  ['amounts do not matter', { amount_cents: 2 }, { amount_cents: 1 }, 0],
  ['the method before the brand', { method: 'debit', brand: 'Amex' }, { brand: 'Visa' }, 1],
])('lines are sorted: %s', (_, one, other, expected) => {
  const line = { ...card, section: 'portal', count: 1, amount_cents: 1 } as const
  expect(compareLines({ ...line, ...one }, { ...line, ...other })).toBe(expected)
})

const fees: FeeRow[] = [
  { acquirer: 'cielo', method: 'credit', brand: 'Amex', percent_bp: 350, fixed_cents: 10 },
  { acquirer: 'cielo', method: 'credit', brand: null, percent_bp: 249, fixed_cents: 0 },
  { acquirer: 'bacen', method: 'pix', brand: null, percent_bp: 99, fixed_cents: 0 },
]

it.each([
  ['cielo', 'credit', 'Visa', 600, 15],
  ['cielo', 'credit', 'Visa', 1250, 31],
  ['bacen', 'pix', null, 700, 7],
  ['bacen', 'pix', null, 600, 6],
  ['cielo', 'credit', 'Amex', 1000, 45],
  ['erede', 'credit', 'Visa', 900, 0],
  ['cielo', 'pix', null, 700, 0],
])('the fee of %s, %s, %s on %i centavos is %i', (acquirer, method, brand, cents, fee) => {
  expect(estimateFee(fees, { acquirer, method, brand, cents })).toBe(fee)
})

it('fees read with their brand, if they have one', () => {
  expect(feesText(fees)).toBe(
    'cielo, crédito, American Express: 3,50% + R$ 0,10; cielo, crédito: 2,49% + R$ 0,00; bacen, Pix: 0,99% + R$ 0,00',
  )
})
