import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHandOver } from './handOver.ts'
import { forgetPersonal } from './personal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const letters = () => createHandOver<{ to: string }>(({ to }) => to, 1000)

it('is taken once, by its name, while fresh', () => {
  const { keep, take } = letters()
  keep({ to: 'ana' })
  vi.advanceTimersByTime(999)
  expect(take('ana')).toEqual({ to: 'ana' })
  expect(take('ana')).toBeNull()
  keep({ to: 'ana' })
  expect(take('bia')).toBeNull()
  keep({ to: 'ana' })
  vi.advanceTimersByTime(1000)
  expect(take('ana')).toBeNull()
})

it('is read by a render without being taken', () => {
  const { keep, read, take } = letters()
  keep({ to: 'ana' })
  expect([read('ana'), read('ana'), read('bia')]).toEqual([{ to: 'ana' }, { to: 'ana' }, null])
  expect(take('ana')).toEqual({ to: 'ana' })
  expect(read('ana')).toBeNull()
})

it('is cleared with the person', () => {
  const { keep, take } = letters()
  keep({ to: 'ana' })
  forgetPersonal()
  expect(take('ana')).toBeNull()
})
