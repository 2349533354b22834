import { call } from '#kit/web/call/call.ts'
import { expectHumanCheck } from '#kit/web/call/human.ts'
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
  session.set(answer)
  expectHumanCheck(!answer.is_human)
}
