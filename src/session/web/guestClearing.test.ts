import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/support/browser/stubStorage.ts'
import { markTabBusy } from '#kit/web/call/busyTab.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { scheduleGuestClearing, clearGuestBeforeWrite, runGuestClearing } from './guestClearing.ts'

let sent: string[] = []
let status = 200
let kept: Map<string, string>
beforeEach(() => {
  sent = []
  status = 200
  kept = stubStorage('localStorage')
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

it('the last guest’s data is cleared once, before any call of the next guest', async () => {
  await leftOwing()
  status = 200
  await Promise.all([clearGuestBeforeWrite(setAccount), clearGuestBeforeWrite(setAccount)])
  expect(sent).toEqual(['/auth/session/clear'])
  await clearGuestBeforeWrite(setAccount)
  expect(sent).toHaveLength(1)
})

it('no other call is sent while the clearing fails', async () => {
  await leftOwing()
  await expect(clearGuestBeforeWrite(setAccount)).rejects.toMatchObject({ status: 503 })
  expect(sent).toEqual(['/auth/session/clear'])
})

it('a permanent refusal of the clearing does not block the next guest', async () => {
  await leftOwing()
  status = 422
  await clearGuestBeforeWrite(setAccount)
  await clearGuestBeforeWrite(setAccount)
  expect(sent).toHaveLength(1)
})

it('a payment in this tab cancels the clearing', async () => {
  await leftOwing()
  status = 200
  const leave = markTabBusy('token')
  await runGuestClearing()
  leave()
  await runGuestClearing()
  expect([sent, [...kept]]).toEqual([[], []])
})

it('without a pending clearing nothing is sent, and the clearing does not wait for itself', async () => {
  await clearGuestBeforeWrite(setAccount)
  await leftOwing()
  await clearGuestBeforeWrite({ url: '/auth/session/clear' })
  expect(sent).toEqual([])
})
