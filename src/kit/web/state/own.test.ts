import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwner, deleteOwn, storeOwn, readOwn } from './own.ts'

const ana = 7
const bruno = 8
let stored: Record<string, string>

beforeEach(() => {
  // Storage lists its keys as its own properties.
  stored = {}
  const actions = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(actions, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, key) =>
        Object.hasOwn(stored, key) ? { enumerable: true, configurable: true } : undefined,
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('a person finds the stored values again', () => {
  setOwner(ana)
  storeOwn(ana, 'qrcodes', 'hers')
  setOwner(ana)
  expect(readOwn('qrcodes')).toBe('hers')
})

it('the next person or guest finds nothing', () => {
  for (const next of [bruno, null]) {
    setOwner(ana)
    storeOwn(ana, 'qrcodes', 'hers')
    setOwner(next)
    expect([readOwn('qrcodes'), JSON.stringify(stored)]).toEqual([null, expect.not.stringContaining('hers')])
  }
})

it('a value stored before the first answer stays the answered person’s', () => {
  stored['guiche.own.receipts'] = '"hers"'
  setOwner(ana)
  expect(readOwn('receipts')).toBe('hers')
  setOwner(bruno)
  expect(stored).toEqual({ 'guiche.own.owner': '8' })
})

it('values that arrive after logout or before login are not stored', () => {
  storeOwn(ana, 'qrcodes', 'too early')
  setOwner(ana)
  deleteOwn()
  storeOwn(ana, 'qrcodes', 'too late')
  setOwner(bruno)
  storeOwn(ana, 'qrcodes', 'later still')
  expect(stored).toEqual({ 'guiche.own.owner': '8' })
})

it('values without owner are not shown, and are deleted', () => {
  stored['guiche.own.qrcodes'] = '"somebody’s"'
  expect(readOwn('qrcodes')).toBeNull()
  setOwner(null)
  expect(stored).toEqual({})
})
