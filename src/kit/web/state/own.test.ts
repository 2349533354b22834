import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { belongTo, forgetOwn, keepOwn, readOwn } from './own.ts'

const ana = 7
const bruno = 8
let stored: Record<string, string>

beforeEach(() => {
  // A browser's storage lists what it keeps as its own keys.
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

it('a person finds again what this device kept of them', () => {
  belongTo(ana)
  keepOwn(ana, 'qrcodes', 'hers')
  belongTo(ana)
  expect(readOwn('qrcodes')).toBe('hers')
})

it('the next person finds nothing, nor does nobody', () => {
  for (const next of [bruno, null]) {
    belongTo(ana)
    keepOwn(ana, 'qrcodes', 'hers')
    belongTo(next)
    expect([readOwn('qrcodes'), JSON.stringify(stored)]).toEqual([null, expect.not.stringContaining('hers')])
  }
})

it('what comes late, when the person has left or before it is known who is there, is not kept', () => {
  keepOwn(ana, 'qrcodes', 'too early')
  belongTo(ana)
  forgetOwn()
  keepOwn(ana, 'qrcodes', 'too late')
  belongTo(bruno)
  keepOwn(ana, 'qrcodes', 'later still')
  expect(stored).toEqual({ 'guiche.own.owner': '8' })
})

it('what is nobody’s is shown to nobody, and goes', () => {
  stored['guiche.own.qrcodes'] = '"somebody’s"'
  expect(readOwn('qrcodes')).toBeNull()
  belongTo(null)
  expect(stored).toEqual({})
})
