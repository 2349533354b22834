import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withinLimit } from './withinLimit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => undefined)

/** The name of what it was rejected with, its value, or 'waiting'. */
async function after(ms: number, result: Promise<string>): Promise<string> {
  let now = 'waiting'
  result.then(
    (value) => (now = value),
    (reason: unknown) => (now = reason instanceof DOMException ? reason.name : String(reason)),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return now
}

it('is over after its time, though the work does not hear of it', async () => {
  const result = withinLimit(30_000, undefined, never)
  expect(await after(29_999, result)).toBe('waiting')
  expect(await after(1, result)).toBe('TimeoutError')
})

it('progress begins the time anew', async () => {
  const result = withinLimit(30_000, undefined, (_, restart) => {
    setTimeout(restart, 20_000)
    return never()
  })
  expect(await after(49_999, result)).toBe('waiting')
  expect(await after(1, result)).toBe('TimeoutError')
})

it('interrupts the work at the caller’s signal and at the limit', async () => {
  const left = new AbortController()
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return never()
  }
  const leaving = withinLimit(30_000, left.signal, work)
  left.abort()
  expect(await after(0, leaving)).toBe('AbortError')
  expect(await after(0, withinLimit(30_000, left.signal, work))).toBe('AbortError')
  expect(await after(30_000, withinLimit(30_000, undefined, work))).toBe('TimeoutError')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

it('an answer in time stands', async () => {
  expect(
    await after(
      0,
      withinLimit(1, undefined, async () => 'answer'),
    ),
  ).toBe('answer')
})
