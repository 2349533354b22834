import { expect, it } from 'vitest'
import { decideSending, saleStatusOf } from './sendingDecision.ts'

it.each([
  [0, 'lagging'],
  [299, 'lagging'],
  [300, 'untouched'],
  [301, 'other'],
  [499, 'other'],
  [500, 'done'],
  [501, 'other'],
])('of a refund of 200 after refunds of 300 a query that shows %i says: %s', (voidedCents, status) => {
  expect(saleStatusOf({ voidedCents }, { amount_cents: 200, target_cents: 500 })).toBe(status)
})

const noFacts = { isInDoubt: false, isPending: false, followsDenied: false, isEarlierMissing: false }
const allFacts = { isInDoubt: true, isPending: true, followsDenied: true, isEarlierMissing: true }

it.each([
  ['untouched', { isInDoubt: false }, 'send'],
  ['untouched', { isInDoubt: true }, 'ask_staff'],
  ['lagging', { isInDoubt: true }, 'ask_staff'],
  ['lagging', { isInDoubt: false, isEarlierMissing: true }, 'unseen'],
  ['lagging', { isInDoubt: false, isEarlierMissing: false }, 'wait'],
  ['other', { followsDenied: true }, 'wait'],
  ['other', { followsDenied: false, isPending: true }, 'other_amount'],
  ['other', { followsDenied: false, isPending: false }, 'external'],
] as const)('%s with %o, whatever the other facts: %s', (status, facts, decision) => {
  for (const others of [noFacts, allFacts])
    expect(decideSending({ ...others, ...facts, status })).toBe(decision)
})
