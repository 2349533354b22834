import { expect, it } from 'vitest'
import { stayFacts } from './Receipt.tsx'

const receipt = { times: [], plate: null, deadlineDate: '22/11/2026', deadlineTime: '10:06' }

it('the receipt of a retained amount names no exit', () => {
  expect(stayFacts(receipt)).toEqual([{ label: 'Sair até', value: '22/11/2026 às 10:06' }])
  expect(stayFacts({ ...receipt, deadlineDate: '', deadlineTime: '' })).toEqual([])
})
