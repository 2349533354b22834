import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearUserStorage, setStorageOwner } from '#kit/web/state/userStorage.ts'
import { deleteReceipts, storeReceipt, readReceipt } from './storedReceipts.ts'

const key = 'guiche.receipts'
const dayMs = 24 * 3_600_000
const receipt = {
  ticketCode: '0001234567890',
  valueHuman: '7,00',
  exitDeadline: null,
  timeZone: 'America/Sao_Paulo',
  answeredAt: '2026-11-21T12:00:00-03:00',
}
const kept = () => ({ ...receipt, until: Date.now() + dayMs })
const hash = (token: string) => createHash('sha256').update(token).digest('hex')
let stored: Record<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  stored = {}
  const actions = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => void (stored[name] = value),
    removeItem: (name: string) => void delete stored[name],
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(actions, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, name) =>
        Object.hasOwn(stored, name) ? { enumerable: true, configurable: true } : undefined,
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('two payments of one device have a receipt each, found only by their own token', () => {
  const news = ['a', 'b', 'a'].map((token) => storeReceipt(token, receipt, 'guest'))
  expect(news).toEqual([true, true, false])
  expect(['a', 'b', 'c', 'constructor'].map(readReceipt)).toEqual([kept(), kept(), null, null])
})

it('a receipt is stored under the SHA-256 of its token, without the token', () => {
  storeReceipt('secret-token', receipt, 'guest')
  expect(Object.keys(JSON.parse(stored[key] ?? ''))).toEqual([hash('secret-token')])
  expect(JSON.stringify(stored)).not.toContain('secret-token')
})

it('a receipt is removed after a day', () => {
  storeReceipt('a', receipt, 'guest')
  vi.advanceTimersByTime(dayMs)
  expect(readReceipt('a')).toBeNull()
})

it('a logout removes the receipts of the person, and none of a guest', () => {
  storeReceipt('hers', receipt, 'person')
  storeReceipt('a guest’s', receipt, 'guest')
  expect(readReceipt('hers')).toEqual(kept())
  clearUserStorage()
  expect([readReceipt('hers'), readReceipt('a guest’s')]).toEqual([null, kept()])
})

it.each([null, 8])('an answer that names %s in place of the person removes their receipts', (user) => {
  setStorageOwner(7)
  storeReceipt('hers', receipt, 'person')
  setStorageOwner(7)
  expect(readReceipt('hers')).toEqual(kept())
  setStorageOwner(user)
  expect(readReceipt('hers')).toBeNull()
})

it('a guest’s payment that became a customer’s is kept as that customer’s only', () => {
  storeReceipt('a', receipt, 'guest')
  storeReceipt('a', receipt, 'person')
  clearUserStorage()
  expect(readReceipt('a')).toBeNull()
})

it('the proof of a receipt is stored with the receipt', () => {
  const proof = { proofUrl: 'https://guiche.example/r/GR1', proofQr: 'data:image/png;base64,AA' }
  storeReceipt('hers', receipt, 'person')
  storeReceipt('a guest’s', receipt, 'guest')
  for (const token of ['hers', 'a guest’s']) storeReceipt(token, { ...receipt, ...proof })
  expect(readReceipt('hers')).toEqual({ ...kept(), ...proof })
  clearUserStorage()
  expect(['hers', 'a guest’s'].map(readReceipt)).toEqual([null, { ...kept(), ...proof }])
})

it('a receipt that a newer answer contradicts is removed, whoever paid', () => {
  storeReceipt('hers', receipt, 'person')
  storeReceipt('a', receipt, 'guest')
  storeReceipt('b', { ...receipt, ticketCode: '0009876543210' }, 'guest')
  deleteReceipts(({ ticketCode }) => ticketCode === receipt.ticketCode)
  expect(['hers', 'a', 'b'].map((token) => readReceipt(token) !== null)).toEqual([false, false, true])
})
