import { expect, it } from 'vitest'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import type { Acquirer } from './acquirer.ts'
import { acquirerForMethod } from './acquirers.ts'

const cards: Acquirer = { ...secondAcquirer().acquirer, offers: ['credit', 'debit'] }
const bank: Acquirer = { ...cards, name: 'bank', offers: ['pix'] }
const both = { cards, bank }

it('a new sale goes to today’s acquirer if it offers the method, else to another one', () => {
  const third: Acquirer = { ...cards, name: 'third' }
  expect(acquirerForMethod({ all: { ...both, third }, defaultName: 'third' }, 'credit')).toBe(third)
  expect(acquirerForMethod({ all: both, defaultName: 'cards' }, 'pix')).toBe(bank)
  expect(acquirerForMethod({ all: both, defaultName: 'bank' }, 'debit')).toBe(cards)
})

it('a method without an acquirer throws', () => {
  expect(() => acquirerForMethod({ all: { cards }, defaultName: 'cards' }, 'pix')).toThrow(
    'no configured acquirer offers pix',
  )
})
