import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { busyInOtherTabs, isBusy } from '#kit/web/call/busy.ts'
import type { Sent } from '#kit/web/call/request.ts'
import { whenOnline } from '#kit/web/notice/online.ts'
import { clearSession } from '../contract.ts'

const key = 'guiche.owed'

/** A guest left while nobody answered: what the server keeps of them is cleared before anything is begun anew. */
export function oweClearing(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    return
  }
  payWhenOnline()
}

/** It was done after all. */
export function oweNothing(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}

/** A connection that is gone again is waited for again; whatever else fails is met by what is asked next. */
function payWhenOnline(): void {
  whenOnline(() => {
    payOwed().catch((failure: unknown) => {
      if (failure instanceof CallFailure && failure.code === 'offline') payWhenOnline()
    })
  })
}

let paying: Promise<void> | null = null

/**
 * Does what is owed, if anything is, once however many ask. Throws a `CallFailure` when it still cannot be done. Who pays
 * in this tab by now keeps what they have: what was owed is done with their own OK.
 */
export async function payOwed(): Promise<void> {
  if (!isOwed()) return
  if (isBusy()) return oweNothing()
  paying ??= clear().finally(() => {
    paying = null
  })
  return paying
}

async function clear(): Promise<void> {
  try {
    await call(clearSession, { body: { spare: await busyInOtherTabs() } })
  } catch (failure) {
    if (!(failure instanceof CallFailure) || mayPass(failure)) throw failure
    // Refused for good: nobody is to be kept from paying by that for ever.
  }
  oweNothing()
}

function mayPass({ status }: CallFailure): boolean {
  return status === 0 || [401, 419, 429].includes(status) || status >= 500
}

/** For `runBeforeWrites`: nothing of the next person's is sent before that of the last one is gone. */
export async function payBefore({ url }: Pick<Sent, 'url'>): Promise<void> {
  if (url !== clearSession.path) await payOwed()
}

function isOwed(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
