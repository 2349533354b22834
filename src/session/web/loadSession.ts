import { setOwner } from '#kit/web/state/own.ts'
import { call } from '#kit/web/call/call.ts'
import { expectHumanCheck } from './human/human.ts'
import { readSession } from '../contract.ts'
import { session, type WebSession } from './session.ts'

export async function loadSession(): Promise<WebSession> {
  const answer = await call(readSession)
  keepSession(answer)
  return answer
}

export function keepSession(answer: WebSession): void {
  // Deletes another person's data on this device.
  setOwner(answer.user?.id ?? null)
  session.set(answer)
  expectHumanCheck(!answer.is_human)
}
