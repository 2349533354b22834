import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { syncServerTime, serverTime } from './serverClock.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
// Later than the clock of any other test.
let steady = 10 ** 13
let asked = 0

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  vi.spyOn(performance, 'now').mockImplementation(() => steady)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response('', { headers: { Date: new Date(noon + minute).toUTCString() } })
  })
  steady += 10 * minute
  asked = 0
  syncServerTime(new Date(noon).toUTCString())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['goes on', minute, minute, minute, 0],
  ['is set back', -60 * minute, minute, minute, 1],
  ['is set ahead: the later one counts until the server answers', 60 * minute, minute, 60 * minute, 1],
  ['goes on while the device sleeps', 8 * minute, 0, 8 * minute, 1],
])('a clock that %s', async (_, wall, passed, shown, asks) => {
  vi.setSystemTime(noon + wall)
  steady += passed
  expect(serverTime() - noon).toBe(shown)
  expect(asked).toBe(asks)
  // The server's answer counts, and it is not asked again.
  await new Promise((resolve) => setImmediate(resolve))
  expect(serverTime() - noon).toBe(minute)
  expect(asked).toBe(asks)
})
