import { describe, expect, it } from 'vitest'
import { addPage, readRemotePage, termProblem } from './remoteItems.ts'

const items = [{ id: '1', text: 'Curitiba - PR' }]
const wire = [{ id: 1, text: 'Curitiba - PR' }]

describe('the four shapes of a remote list', () => {
  it.each([
    ['data', { data: wire }],
    ['data.lista', { data: { lista: wire } }],
    ['data.s2', { data: { s2: wire } }],
    ['page.data', { page: { data: wire } }],
  ])('%s', (_, body) => {
    expect(readRemotePage(body).items).toEqual(items)
  })

  it('reads _id and name, and skips invalid items', () => {
    expect(readRemotePage({ data: [{ _id: 'a', name: 'A' }, { text: 'x' }, null, 3] }).items).toEqual([
      { id: 'a', text: 'A' },
    ])
    expect(readRemotePage(null)).toEqual({ items: [], more: null })
  })

  it('ends at the last page, and at a page without new items', () => {
    expect(readRemotePage({ data: wire, meta: { current_page: 1, last_page: 2 } }).more).toBe(true)
    expect(readRemotePage({ page: { data: wire, current_page: 2, last_page: 2 } }).more).toBe(false)
    expect(addPage([], { items, more: null })).toEqual({ items, more: true })
    expect(addPage(items, { items, more: null })).toEqual({ items, more: false })
  })
})

describe('the widget’s English texts', () => {
  it('counts missing and extra characters', () => {
    expect(termProblem('', 0, undefined)).toBeNull()
    expect(termProblem('a', 3, undefined)).toBe('Please enter 2 or more characters')
    expect(termProblem('abcd', 0, 3)).toBe('Please delete 1 character')
    expect(termProblem('abcde', 0, 3)).toBe('Please delete 2 characters')
  })
})
