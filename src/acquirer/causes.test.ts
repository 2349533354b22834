import { expect, test } from 'vitest'
import { causeRow, causes } from './causes.ts'

test.each(Object.entries(causes))(
  'the text of %s is short, a sentence, and accuses nobody',
  (_cause, { text }) => {
    expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/)
    expect(text.length).toBeLessThanOrEqual(100)
    expect(text).not.toMatch(/fraud|roub|perdid|suspeit|\d/i)
  },
)

test('only a closed account blocks retries; an invalid token does not', () => {
  const rows = Object.entries(causes)
  expect(rows.filter(([, { mayTryAgain }]) => !mayTryAgain).map(([cause]) => cause)).toEqual(['closed'])
  expect(rows.filter(([, { forgetsCard }]) => forgetsCard).map(([cause]) => cause)).toEqual([
    'closed',
    'saved_card',
  ])
})

test('an unknown cause has no row', () => {
  expect(causeRow('closed')).toBe(causes.closed)
  expect(causeRow('not_found')).toBeNull()
})
