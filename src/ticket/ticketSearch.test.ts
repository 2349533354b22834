import { expect, test } from 'vitest'
import { parseTicketSearch } from './ticketSearch.ts'

test.each([
  ['0001234567890', { kind: 'code', from: '0001234567890', to: '0001234567890' }],
  ['0001 2345.67890', { kind: 'code', from: '0001234567890', to: '0001234567890' }],
  ['Ticket: 0001234567890', { kind: 'code', from: '0001234567890', to: '0001234567890' }],
  ['#0001234567890', { kind: 'code', from: '0001234567890', to: '0001234567890' }],
  [
    'https://guiche.example/#/ticket/value?ticket=0001234567890',
    { kind: 'code', from: '0001234567890', to: '0001234567890' },
  ],
  ['0001', { kind: 'code', from: '0001000000000', to: '0001999999999' }],
  ['abc-1d23', { kind: 'plate', from: 'ABC1D23', to: 'ABC1D23' }],
  ['ABC–1234', { kind: 'plate', from: 'ABC1234', to: 'ABC1234' }],
  ['ABC 1234', { kind: 'plate', from: 'ABC1234', to: 'ABC1234' }],
  ['Ticket: 0001', { kind: 'code', from: '0001000000000', to: '0001999999999' }],
  ['placa ABC-1D23', { kind: 'plate', from: 'ABC1D23', to: 'ABC1D23' }],
  ['abc1', { kind: 'plate', from: 'ABC1', to: 'ABC1ZZZ' }],
  ['ab', { kind: 'plate', from: 'AB', to: 'ABZZZZZ' }],
  ['12345678901234', null],
  ['ABC1D234', null],
  ["'; drop", null],
  ['', null],
])('%s', (typed, meant) => {
  expect(parseTicketSearch(typed)).toEqual(meant)
})
