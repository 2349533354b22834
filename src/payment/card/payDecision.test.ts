import { expect, it } from 'vitest'
import { decideAuthentication, decidePay } from './payDecision.ts'

const noFacts = { isMethodChanged: false, isByCard: false, isOffered: false }
const allFacts = { isMethodChanged: true, isByCard: true, isOffered: true }

it.each([
  [{ hasOpen: false, canPay: false }, 'wait'],
  [{ hasOpen: false, canPay: true, isMethodChanged: true }, 'method_changed'],
  [{ hasOpen: true, canPay: false, isMethodChanged: true }, 'method_changed'],
  [{ hasOpen: false, canPay: true, isMethodChanged: false, isByCard: false }, 'not_by_card'],
  [{ hasOpen: true, canPay: false, isMethodChanged: false, isByCard: false }, 'not_by_card'],
  [{ hasOpen: true, canPay: false, isMethodChanged: false, isByCard: true }, 'continue'],
  [
    { hasOpen: false, canPay: true, isMethodChanged: false, isByCard: true, isOffered: false },
    'method_closed',
  ],
  [{ hasOpen: false, canPay: true, isMethodChanged: false, isByCard: true, isOffered: true }, 'begin'],
] as const)('a call to pay with %o, whatever the other facts: %s', (facts, decision) => {
  for (const others of [noFacts, allFacts]) expect(decidePay({ ...others, ...facts })).toBe(decision)
})

it.each([
  ['open', 'report', { step: 'finish', open: 'open', report: 'report' }],
  [null, 'report', { step: 'answer_ended' }],
  [null, null, { step: 'begin' }],
] as const)('authentication %s, %s, whatever the card: %o', (open, report, decision) => {
  for (const isSameCard of [false, true])
    expect(decideAuthentication(open, report, isSameCard)).toEqual(decision)
})

it.each([
  [true, { step: 'answer_open' }],
  [false, { step: 'replace', open: 'open' }],
] as const)('an open authentication, the same card %s, no report: %o', (isSameCard, decision) => {
  expect(decideAuthentication('open', null, isSameCard)).toEqual(decision)
})
