import { setStorageOwner } from '#kit/web/state/userStorage.ts'
import { call } from '#kit/web/call/call.ts'
import { setHumanCheckNeeded } from './human/humanState.ts'
import { readSession } from '../contract.ts'
import { session, type WebSession } from './session.ts'

export async function loadSession(): Promise<WebSession> {
  const answer = await call(readSession)
  setSession(answer)
  return answer
}

export function setSession(answer: WebSession): void {
  // Deletes another person's data on this device.
  setStorageOwner(answer.user?.id ?? null)
  session.set(answer)
  setHumanCheckNeeded(!answer.is_human)
}
