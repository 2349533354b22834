import { call } from '#kit/web/call/call.ts'
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
  whenOnline(() => void payOwed().catch(() => undefined))
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
