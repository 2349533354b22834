import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { listWorkInOtherTabs, isTabBusy } from '#kit/web/call/busyTab.ts'
import type { ApiRequest } from '#kit/web/call/request/request.ts'
import { whenOnline } from '#kit/web/notice/connection.ts'
import { readStored, removeStored, writeStored } from '#kit/web/state/webStorage.ts'
import { clearSession } from '../contract.ts'

const key = 'guiche.owed'

/** Deletes the server's copy of a guest's data before the next writing call, or as soon as the server answers. */
export function scheduleGuestClearing(): void {
  writeStored('localStorage', key, 1)
  clearWhenOnline()
}

export function cancelGuestClearing(): void {
  removeStored('localStorage', key)
}

/** Retries only after a lost connection. */
function clearWhenOnline(): void {
  whenOnline(() => {
    runGuestClearing().catch((failure: unknown) => {
      if (failure instanceof CallFailure && failure.code === 'offline') clearWhenOnline()
    })
  })
}

let clearing: Promise<void> | null = null

/** Runs a scheduled clearing once; a payment in this tab cancels it. Throws `CallFailure`. */
export async function runGuestClearing(): Promise<void> {
  if (readStored('localStorage', key) === null) return
  if (isTabBusy()) return cancelGuestClearing()
  clearing ??= clear().finally(() => {
    clearing = null
  })
  return clearing
}

async function clear(): Promise<void> {
  try {
    await call(clearSession, { body: { spare: await listWorkInOtherTabs() } })
  } catch (failure) {
    if (!(failure instanceof CallFailure) || isTemporary(failure)) throw failure
    // A permanent refusal must not block payments for ever.
  }
  cancelGuestClearing()
}

function isTemporary({ status }: CallFailure): boolean {
  return status === 0 || [401, 419, 429].includes(status) || status >= 500
}

export async function clearGuestBeforeWrite({ url }: Pick<ApiRequest, 'url'>): Promise<void> {
  if (url !== clearSession.path) await runGuestClearing()
}
