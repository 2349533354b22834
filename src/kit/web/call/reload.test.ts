import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finishLoading, startLoading } from '../notice/loading.ts'
import { beBusy, busyElsewhere } from './busy.ts'
import { reloadOnce } from './reload.ts'

let reloads = 0
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') })
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  vi.stubGlobal('location', { reload: () => (reloads += 1) })
  vi.stubGlobal('window', {})
  reloads = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page that is too old is loaded again at once, where nothing can be lost', async () => {
  reloadOnce()
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads).toBe(1)
})

it('not while a payment is open or a call runs: then as soon as neither is so, once however often it was told', async () => {
  const leave = beBusy('token')
  for (let times = 0; times < 10; times += 1) reloadOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reloads).toBe(0)
  startLoading()
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reloads).toBe(0)
  finishLoading()
  await vi.advanceTimersByTimeAsync(10)
  expect(reloads).toBe(1)
})

it('a page that came and is refused again is not loaded to and fro while an update lasts', async () => {
  for (let minute = 0; minute < 9; minute += 1) {
    reloadOnce()
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(reloads).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  reloadOnce()
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads).toBe(2)
})

it('what other tabs are at is seen, and what this one is at is not taken for theirs; where there are no locks, nothing', async () => {
  const names = ['guiche.busy.other', 'guiche.busy.other', 'somebody else’s']
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _: object, until: () => Promise<void>) => {
        names.push(name)
        await until()
        names.splice(names.indexOf(name), 1)
      },
      query: async () => ({ held: names.map((name) => ({ name })) }),
    },
  })
  const leave = beBusy('token')
  expect(names).toContain('guiche.busy.token')
  expect(await busyElsewhere()).toEqual(['other'])
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(names).not.toContain('guiche.busy.token')
  vi.stubGlobal('navigator', {})
  beBusy('another')()
  expect(await busyElsewhere()).toEqual([])
})
