import { call } from '#kit/web/call/call.ts'
import { expectHumanCheck } from './human/human.ts'
import { setOwner } from '#kit/web/state/own.ts'
import { readSession } from '../contract.ts'
import { session } from './session.ts'
import type { WebSession } from './session.ts'

/** Asks the server who is there, and keeps the answer. Throws a `CallFailure` when it cannot say. */
export async function loadSession(): Promise<WebSession> {
  const answer = await call(readSession)
  keepSession(answer)
  return answer
}

/** What the server said becomes what the page knows. */
export function keepSession(answer: WebSession): void {
  // What this device keeps of somebody is theirs alone: it goes when another person is there, or nobody.
  setOwner(answer.user?.id ?? null)
  session.set(answer)
  expectHumanCheck(!answer.is_human)
}
