import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/support/browser/stubStorage.ts'
import { setStorageOwner, clearUserStorage, writeUserValue, readUserValue } from './userStorage.ts'

const ana = 7
const bruno = 8
let stored: Map<string, string>

beforeEach(() => {
  stored = stubStorage('localStorage')
})
afterEach(() => vi.unstubAllGlobals())

it('a person finds the stored values again', () => {
  setStorageOwner(ana)
  writeUserValue(ana, 'qrcodes', 'hers')
  setStorageOwner(ana)
  expect(readUserValue('qrcodes')).toBe('hers')
})

it('the next person or guest finds nothing', () => {
  for (const next of [bruno, null]) {
    setStorageOwner(ana)
    writeUserValue(ana, 'qrcodes', 'hers')
    setStorageOwner(next)
    expect([readUserValue('qrcodes'), JSON.stringify(Object.fromEntries(stored))]).toEqual([
      null,
      expect.not.stringContaining('hers'),
    ])
  }
})

it('a value stored before the first answer stays the answered person’s', () => {
  stored.set('guiche.own.receipts', '"hers"')
  setStorageOwner(ana)
  expect(readUserValue('receipts')).toBe('hers')
  setStorageOwner(bruno)
  expect(Object.fromEntries(stored)).toEqual({ 'guiche.own.owner': '8' })
})

it('values that arrive after logout or before login are not stored', () => {
  writeUserValue(ana, 'qrcodes', 'too early')
  setStorageOwner(ana)
  clearUserStorage()
  writeUserValue(ana, 'qrcodes', 'too late')
  setStorageOwner(bruno)
  writeUserValue(ana, 'qrcodes', 'later still')
  expect(Object.fromEntries(stored)).toEqual({ 'guiche.own.owner': '8' })
})

it('values without owner are not shown, and are deleted', () => {
  stored.set('guiche.own.qrcodes', '"somebody’s"')
  expect(readUserValue('qrcodes')).toBeNull()
  setStorageOwner(null)
  expect(Object.fromEntries(stored)).toEqual({})
})
