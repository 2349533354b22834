import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deleteOwn, setOwner } from '#kit/web/state/own.ts'
import { dropReceipts, keepReceipt, readReceipt } from './receipts.ts'

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
  const news = ['a', 'b', 'a'].map((token) => keepReceipt(token, receipt, 'guest'))
  expect(news).toEqual([true, true, false])
  expect(['a', 'b', 'c', 'constructor'].map(readReceipt)).toEqual([kept(), kept(), null, null])
})

it('a receipt is stored under the SHA-256 of its token, without the token', () => {
  keepReceipt('secret-token', receipt, 'guest')
  expect(Object.keys(JSON.parse(stored[key] ?? ''))).toEqual([hash('secret-token')])
  expect(JSON.stringify(stored)).not.toContain('secret-token')
})

it('an entry of a release before is rewritten at the first read', () => {
  const { answeredAt: _, ...old } = receipt
  const until = Date.now() + dayMs
  stored[key] = JSON.stringify({
    'secret-token': { receipt: { ...old, token: 'secret-token' }, until },
    'over-token': { receipt: { ...old, token: 'over-token' }, until: Date.now() },
  })
  expect(readReceipt('secret-token')).toEqual({ ...old, until, answeredAt: new Date().toISOString() })
  expect(Object.keys(JSON.parse(stored[key] ?? ''))).toEqual([hash('secret-token')])
  expect(JSON.stringify(stored)).not.toContain('token"')
})

it('a receipt is removed after a day', () => {
  keepReceipt('a', receipt, 'guest')
  vi.advanceTimersByTime(dayMs)
  expect(readReceipt('a')).toBeNull()
})

it('the logout of a person removes their receipts, and no guest’s', () => {
  keepReceipt('hers', receipt, 'person')
  keepReceipt('a guest’s', receipt, 'guest')
  expect(readReceipt('hers')).toEqual(kept())
  deleteOwn()
  expect([readReceipt('hers'), readReceipt('a guest’s')]).toEqual([null, kept()])
})

it.each([null, 8])('an answer that names %s in place of the person removes their receipts', (user) => {
  setOwner(7)
  keepReceipt('hers', receipt, 'person')
  setOwner(7)
  expect(readReceipt('hers')).toEqual(kept())
  setOwner(user)
  expect(readReceipt('hers')).toBeNull()
})

it('a guest’s payment that became a person’s is kept as theirs alone', () => {
  keepReceipt('a', receipt, 'guest')
  keepReceipt('a', receipt, 'person')
  deleteOwn()
  expect(readReceipt('a')).toBeNull()
})

it('what verifies a receipt is kept where the receipt is', () => {
  const proof = { proofUrl: 'https://guiche.example/r/GR1', proofQr: 'data:image/png;base64,AA' }
  keepReceipt('hers', receipt, 'person')
  keepReceipt('a guest’s', receipt, 'guest')
  for (const token of ['hers', 'a guest’s']) keepReceipt(token, { ...receipt, ...proof })
  expect(readReceipt('hers')).toEqual({ ...kept(), ...proof })
  deleteOwn()
  expect(['hers', 'a guest’s'].map(readReceipt)).toEqual([null, { ...kept(), ...proof }])
})

it('a receipt that a newer answer contradicts is dropped, whoever paid', () => {
  keepReceipt('hers', receipt, 'person')
  keepReceipt('a', receipt, 'guest')
  keepReceipt('b', { ...receipt, ticketCode: '0009876543210' }, 'guest')
  dropReceipts(({ ticketCode }) => ticketCode === receipt.ticketCode)
  expect(['hers', 'a', 'b'].map((token) => readReceipt(token) !== null)).toEqual([false, false, true])
})
