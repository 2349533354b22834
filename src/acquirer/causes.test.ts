import { expect, test } from 'vitest'
import { refusalCauseRow, refusalCauses } from './causes.ts'

test.each(Object.entries(refusalCauses))(
  'the text of %s is one short sentence that does not blame the cardholder',
  (_cause, { text }) => {
    expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/)
    expect(text.length).toBeLessThanOrEqual(100)
    expect(text).not.toMatch(/fraud|roub|perdid|suspeit|\d/i)
  },
)

test('only a closed account blocks retries; an invalid token does not', () => {
  const rows = Object.entries(refusalCauses)
  expect(rows.filter(([, { mayTryAgain }]) => !mayTryAgain).map(([cause]) => cause)).toEqual(['closed'])
  expect(rows.filter(([, { forgetsCard }]) => forgetsCard).map(([cause]) => cause)).toEqual([
    'closed',
    'saved_card',
  ])
})

test('an unknown cause has no row', () => {
  expect(refusalCauseRow('closed')).toBe(refusalCauses.closed)
  expect(refusalCauseRow('not_found')).toBeNull()
})
