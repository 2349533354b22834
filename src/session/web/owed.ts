import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { whenOnline } from '#kit/web/notice/online.ts'
import { clearSession } from '../contract.ts'

const key = 'guiche.owed'

/** A guest left while nobody answered: what the server keeps of them is cleared before anything else is asked of it. */
export function oweClearing(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    return
  }
  payWhenOnline()
}

/** A connection that is gone again is waited for again; whatever else fails is met when it is next asked who is there. */
function payWhenOnline(): void {
  whenOnline(() => {
    payOwed().catch((failure: unknown) => {
      if (failure instanceof CallFailure && failure.code === 'offline') payWhenOnline()
    })
  })
}

/** Does what is owed, if anything is. Throws a `CallFailure` when it still cannot be done. */
export async function payOwed(): Promise<void> {
  if (!isOwed()) return
  await call(clearSession)
  localStorage.removeItem(key)
}

function isOwed(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
