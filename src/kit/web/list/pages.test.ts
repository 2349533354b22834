import { describe, expect, it } from 'vitest'
import { formatCount, formatShownRange, pagesAround, parsePage } from './pages.ts'

describe('a paged list', () => {
  it('names four pages on either side', () => {
    expect(pagesAround(10, 20)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(pagesAround(1, 20)).toEqual([1, 2, 3, 4, 5])
    expect(pagesAround(20, 20)).toEqual([16, 17, 18, 19, 20])
    expect(pagesAround(99, 20)).toEqual([16, 17, 18, 19, 20])
    expect(pagesAround(1, 1)).toEqual([])
  })

  it('shows its range', () => {
    expect(formatShownRange({ from: 21, to: 40, total: 45 })).toBe('Exibindo 21-40 de 45 registros(s).')
    expect(formatShownRange({ from: null, to: null, total: 0 })).toBe('Exibindo 0-0 de 0 registros(s).')
    expect(formatShownRange({ from: 1, to: 20, total: 10_000, more: true })).toBe(
      'Exibindo 1-20 de mais de 10000 registros(s).',
    )
  })

  it('counts its rows with their noun', () => {
    const nouns = ['ticket', 'tickets'] as const
    expect([0, 1, 2, 1284].map((total) => formatCount({ total }, nouns))).toEqual([
      '0 tickets',
      '1 ticket',
      '2 tickets',
      '1.284 tickets',
    ])
    expect(formatCount({ total: 10_000, more: true }, nouns)).toBe('mais de 10.000 tickets')
  })

  it('reads the page from the address', () => {
    expect(['3', '0', '-1', 'x', '1.5', undefined].map(parsePage)).toEqual([3, 1, 1, 1, 1, 1])
  })
})
