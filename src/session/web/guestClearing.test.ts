import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beBusy } from '#kit/web/call/busy.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { scheduleGuestClearing, clearGuestBefore, runGuestClearing } from './guestClearing.ts'

let sent: string[] = []
let status = 200
const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  sent = []
  status = 200
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=x', querySelector: () => ({ getAttribute: () => 'x' }) })
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    const body = status === 200 ? { data: { cleared: true } } : { code: 'unavailable' }
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const setAccount = { url: '/api/account/set_account' }

/** A guest has left, and the portal answered nothing that helps. */
async function leftOwing() {
  status = 503
  scheduleGuestClearing()
  await expect(runGuestClearing()).rejects.toBeInstanceOf(CallFailure)
  sent = []
}

it('what the last guest typed is cleared before anything of the next one’s is sent, once however much is sent', async () => {
  await leftOwing()
  status = 200
  await Promise.all([clearGuestBefore(setAccount), clearGuestBefore(setAccount)])
  expect(sent).toEqual(['/auth/session/clear'])
  await clearGuestBefore(setAccount)
  expect(sent).toHaveLength(1)
})

it('while that cannot be done nothing is begun, so that it is never done in the midst of it', async () => {
  await leftOwing()
  await expect(clearGuestBefore(setAccount)).rejects.toMatchObject({ status: 503 })
  expect(sent).toEqual(['/auth/session/clear'])
})

it('where the portal refuses it for good, the next one may begin all the same', async () => {
  await leftOwing()
  status = 422
  await clearGuestBefore(setAccount)
  await clearGuestBefore(setAccount)
  expect(sent).toHaveLength(1)
})

it('who is at a payment already keeps it: nothing is cleared then, nor later', async () => {
  await leftOwing()
  status = 200
  const leave = beBusy('token')
  await runGuestClearing()
  leave()
  await runGuestClearing()
  expect([sent, [...kept]]).toEqual([[], []])
})

it('nothing is owed: nothing is sent; and the clearing itself waits for nothing', async () => {
  await clearGuestBefore(setAccount)
  await leftOwing()
  await clearGuestBefore({ url: '/auth/session/clear' })
  expect(sent).toEqual([])
})
