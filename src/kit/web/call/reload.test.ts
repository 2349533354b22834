import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/support/browser/stubStorage.ts'
import { finishLoading, startLoading } from '../notice/loading.ts'
import { markTabBusy, listWorkInOtherTabs } from './busyTab.ts'
import { reloadOnce } from './reload.ts'

let reloads = 0
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') })
  stubStorage('sessionStorage')
  vi.stubGlobal('location', { reload: () => (reloads += 1) })
  vi.stubGlobal('window', {})
  reloads = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an outdated page reloads at once when nothing can be lost', async () => {
  reloadOnce()
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads).toBe(1)
})

it('otherwise it reloads once, after the payment and all calls have ended', async () => {
  const leave = markTabBusy('token')
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

it('a reloaded page that is refused again does not reload in a loop', async () => {
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

it('work in other tabs is found, without this tab’s; without Web Locks there is none', async () => {
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
  const leave = markTabBusy('token')
  expect(names).toContain('guiche.busy.token')
  expect(await listWorkInOtherTabs()).toEqual(['other'])
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(names).not.toContain('guiche.busy.token')
  vi.stubGlobal('navigator', {})
  markTabBusy('another')()
  expect(await listWorkInOtherTabs()).toEqual([])
})
