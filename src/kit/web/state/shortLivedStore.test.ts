import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createShortLivedStore } from './shortLivedStore.ts'
import { resetPersonalStores } from './personalStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const letters = () => createShortLivedStore<{ to: string }>(({ to }) => to, 1000)

it('is taken once, by its name, while fresh', () => {
  const { set, take } = letters()
  set({ to: 'ana' })
  vi.advanceTimersByTime(999)
  expect(take('ana')).toEqual({ to: 'ana' })
  expect(take('ana')).toBeNull()
  set({ to: 'ana' })
  expect(take('bia')).toBeNull()
  set({ to: 'ana' })
  vi.advanceTimersByTime(1000)
  expect(take('ana')).toBeNull()
})

it('is read by a render without being taken', () => {
  const { set, peek, take } = letters()
  set({ to: 'ana' })
  expect([peek('ana'), peek('ana'), peek('bia')]).toEqual([{ to: 'ana' }, { to: 'ana' }, null])
  expect(take('ana')).toEqual({ to: 'ana' })
  expect(peek('ana')).toBeNull()
})

it('is cleared with the person', () => {
  const { set, take } = letters()
  set({ to: 'ana' })
  resetPersonalStores()
  expect(take('ana')).toBeNull()
})
