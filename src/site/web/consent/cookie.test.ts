import { describe, expect, it } from 'vitest'
import { serializeCookie, readCookie, type Duration, durationMs } from './cookie.ts'

describe('durations', () => {
  it.each<[Duration, number]>([
    ['1y', 360 * 86_400_000],
    ['1m', 30 * 86_400_000],
    ['2d', 2 * 86_400_000],
    ['3h', 3 * 3_600_000],
    ['30min', 1_800_000],
    ['45s', 45_000],
  ])('%s is %i ms', (duration, ms) => {
    expect(durationMs(duration)).toBe(ms)
  })
})

describe('cookies', () => {
  it('last a day at / with SameSite Lax by default', () => {
    expect(serializeCookie('a', 'x y')).toBe('a=x%20y; Max-Age=86400; Path=/; SameSite=Lax')
    expect(serializeCookie('a', '1', '1m')).toContain('Max-Age=2592000')
  })

  it('are found by their whole name and decoded if possible', () => {
    expect(readCookie('ba=1; a=%7B%22x%22%3A1%7D', 'a')).toBe('{"x":1}')
    expect(readCookie('a=%', 'a')).toBe('%')
    expect(readCookie('ba=1', 'a')).toBeNull()
  })
})
