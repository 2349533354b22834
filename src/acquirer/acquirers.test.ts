import { expect, it } from 'vitest'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import type { Acquirer } from './acquirer.ts'
import { acquirerFor } from './acquirers.ts'

const cards: Acquirer = { ...secondAcquirer().acquirer, offers: ['credit', 'debit'] }
const bank: Acquirer = { ...cards, name: 'bank', offers: ['pix'] }
const both = { cards, bank }

it('a new sale goes to today’s acquirer if it offers the method, else to another one', () => {
  const third: Acquirer = { ...cards, name: 'third' }
  expect(acquirerFor({ all: { ...both, third }, today: 'third' }, 'credit')).toBe(third)
  expect(acquirerFor({ all: both, today: 'cards' }, 'pix')).toBe(bank)
  expect(acquirerFor({ all: both, today: 'bank' }, 'debit')).toBe(cards)
})

it('a method without an acquirer throws', () => {
  expect(() => acquirerFor({ all: { cards }, today: 'cards' }, 'pix')).toThrow(
    'no configured acquirer offers pix',
  )
})
