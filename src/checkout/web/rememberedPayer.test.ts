import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/support/browser/stubStorage.ts'
import {
  blockRemembering,
  setRememberingBlocker,
  readRemembered,
  rememberAddress,
  rememberPayer,
} from './rememberedPayer.ts'

const maria = {
  name: 'Maria de Souza',
  email: 'maria@exemplo.com.br',
  phone: '(41) 99876-5432',
  cpfcnpj: '529.982.247-25',
}
const home = { postalcode: '80010-000', street: 'Rua XV', streetNumber: '100' }
const dayMs = 86_400_000
let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  stored = stubStorage('localStorage')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a guest is remembered for 90 days from the first time on, then deleted', () => {
  expect(readRemembered()).toBeNull()
  rememberPayer(maria)
  rememberAddress(home)
  vi.advanceTimersByTime(89 * dayMs)
  rememberPayer(maria)
  expect(readRemembered()).toEqual({ ...maria, address: home })
  vi.advanceTimersByTime(dayMs)
  expect([readRemembered(), stored.size]).toEqual([null, 0])
})

it('a clock that was ahead does not extend the 90 days', () => {
  vi.setSystemTime(new Date('2031-01-01T00:00:00Z'))
  rememberPayer(maria)
  expect(readRemembered()).not.toBeNull()
  vi.setSystemTime(new Date('2026-11-22T12:00:00Z'))
  expect([readRemembered(), stored.size]).toEqual([null, 0])
})

it('another person’s data replace all stored data, the address too', () => {
  rememberPayer(maria)
  rememberAddress(home)
  const bruno = { ...maria, name: 'Bruno Lima', cpfcnpj: '111.444.777-35' }
  rememberPayer(bruno)
  expect(readRemembered()).toEqual({ ...bruno, address: {} })
})

it('an address without a payer is not stored', () => {
  rememberAddress(home)
  expect(stored.size).toBe(0)
})

it('the native app stores nothing', () => {
  rememberPayer(maria)
  vi.stubGlobal('window', { guicheApp: {} })
  expect(readRemembered()).toBeNull()
})

it('damaged data are ignored', () => {
  stored.set('guiche.remembered', '{"name":"Maria","until":9e15}')
  expect([readRemembered(), stored.size]).toEqual([null, 0])
})

it('nothing is read or stored while a third-party script is allowed in any tab', () => {
  rememberPayer(maria)
  setRememberingBlocker(() => true)
  expect(readRemembered()).toBeNull()
  stored.clear()
  rememberPayer(maria)
  expect(stored.size).toBe(0)
  setRememberingBlocker(() => false)
  rememberPayer(maria)
  expect(readRemembered()).toEqual({ ...maria, address: {} })
})

// Last, because the block lasts as long as the document.
it('stored data are deleted before a third-party script runs, and nothing is stored beside it', () => {
  rememberPayer(maria)
  blockRemembering()
  expect([readRemembered(), stored.size]).toEqual([null, 0])
  rememberPayer(maria)
  expect(stored.size).toBe(0)
})
