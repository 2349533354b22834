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

test('a saved card that goes is not to be tried again', () => {
  expect(Object.values(causes).filter(({ forgetsCard, mayTryAgain }) => forgetsCard && mayTryAgain)).toEqual(
    [],
  )
})

test('what is no cause of refusal has no row', () => {
  expect(causeRow('closed')).toBe(causes.closed)
  expect(causeRow('not_found')).toBeNull()
})
