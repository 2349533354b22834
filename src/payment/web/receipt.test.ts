import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepReceipt, readReceipt } from './receipt.ts'

const receipt = (token: string) => ({
  token,
  ticketCode: '0001234567890',
  valueHuman: '7,00',
  exitDeadline: null,
  timeZone: 'America/Sao_Paulo',
})

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('two payments of one device keep a receipt each, and no address finds another’s', () => {
  expect([keepReceipt(receipt('a')), keepReceipt(receipt('b')), keepReceipt(receipt('a'))]).toEqual([
    true,
    true,
    false,
  ])
  expect(['a', 'b', 'c', 'constructor'].map(readReceipt)).toEqual([receipt('a'), receipt('b'), null, null])
})

it('a receipt goes after a day', () => {
  keepReceipt(receipt('a'))
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(readReceipt('a')).toBeNull()
})
